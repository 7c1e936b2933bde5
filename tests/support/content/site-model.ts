/** A model of what the admin area changes: layouts, pages, articles and routes, by the rules of the contract alone. */

interface ModelPage {
  reference: string
  title: string
  layout: string | null
  isTemplate: boolean
}

interface ModelArticle {
  title: string
  template: string
}

/** A route leads to a page or an article by its IRI, or to another route by its path. */
type ModelRoute = { target: string } | { redirect: string }

interface SiteState {
  layouts: Record<string, string>
  pages: Record<string, ModelPage>
  articles: Record<string, ModelArticle>
  routes: Record<string, ModelRoute>
}

const isRedirect = (route: ModelRoute): route is { redirect: string } => 'redirect' in route

export class SiteModel {
  state: SiteState = { layouts: {}, pages: {}, articles: {}, routes: {} }

  /** True if another page has a reference. */
  isReferenceTaken(reference: string, but?: string) {
    return Object.entries(this.state.pages).some(
      ([iri, page]) => page.reference === reference && iri !== but,
    )
  }

  isLayoutTaken(reference: string) {
    return Object.values(this.state.layouts).includes(reference)
  }

  routeOf(target: string) {
    return Object.entries(this.state.routes).find(
      ([, route]) => 'target' in route && route.target === target,
    )?.[0]
  }

  /** Returns the paths that a path leads through, itself first. */
  chainOf(path: string): string[] {
    const route = this.state.routes[path]
    return route && isRedirect(route) ? [path, ...this.chainOf(route.redirect)] : [path]
  }

  /** Returns what a path shows in the end. */
  shownAt(path: string) {
    const end = this.state.routes[this.chainOf(path).at(-1)!]
    return end && 'target' in end ? end.target : null
  }

  /** True if a route may move to a path: a free one, or one that only leads to the route itself. */
  canMove(from: string, to: string) {
    const taken = this.state.routes[to]
    return taken === undefined || (isRedirect(taken) && taken.redirect === from)
  }

  /** Moves a route. Its old path leads to the new one, as does what has led to the old one. */
  moveRoute(from: string, to: string) {
    const { routes } = this.state
    const moved = routes[from]!
    if (from === to) return
    delete routes[to]
    for (const route of Object.values(routes))
      if (isRedirect(route) && route.redirect === from) route.redirect = to
    routes[to] = moved
    routes[from] = { redirect: to }
  }

  /** Deletes a route, and what leads to it. */
  deleteRoute(path: string) {
    const { routes } = this.state
    const leading = Object.keys(routes).filter((other) => this.chainOf(other).includes(path))
    for (const other of leading) delete routes[other]
  }

  deleteLayout(iri: string) {
    delete this.state.layouts[iri]
    for (const page of Object.values(this.state.pages)) if (page.layout === iri) page.layout = null
  }

  /** Deletes a page or an article with its route, and a template with its articles. */
  deleteContent(iri: string) {
    const path = this.routeOf(iri)
    if (path !== undefined) this.deleteRoute(path)
    delete this.state.pages[iri]
    delete this.state.articles[iri]
    for (const [article, { template }] of Object.entries(this.state.articles))
      if (template === iri) this.deleteContent(article)
  }
}
