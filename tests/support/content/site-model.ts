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

/** A title on a page. */
interface ModelTitle {
  page: string
  isLive: boolean
}

export interface SiteState {
  layouts: Record<string, string>
  pages: Record<string, ModelPage>
  articles: Record<string, ModelArticle>
  routes: Record<string, ModelRoute>
  titles: Record<string, ModelTitle>
}

const isRedirect = (route: ModelRoute): route is { redirect: string } => 'redirect' in route

export class SiteModel {
  state: SiteState = { layouts: {}, pages: {}, articles: {}, routes: {}, titles: {} }

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
    for (const [title, { page }] of Object.entries(this.state.titles))
      if (page === iri) delete this.state.titles[title]
    for (const [article, { template }] of Object.entries(this.state.articles))
      if (template === iri) this.deleteContent(article)
  }

  /** Deletes whatever a name stands for, if it is still there: an IRI, or the path of a route. */
  delete(name: string) {
    if (name in this.state.routes) this.deleteRoute(name)
    else if (name in this.state.layouts) this.deleteLayout(name)
    else if (name in this.state.pages || name in this.state.articles) this.deleteContent(name)
  }

  /** True if all that is named in a state is there, and no name or page is used twice that must not be. */
  isConsistent({ layouts, pages, articles, routes, titles }: SiteState) {
    const isUnique = (values: readonly string[]) => new Set(values).size === values.length
    const targets = Object.values(routes).flatMap((route) =>
      'target' in route ? [route.target] : [],
    )
    return (
      Object.values(pages).every(({ layout }) => layout === null || layout in layouts) &&
      Object.values(articles).every(({ template }) => template in pages) &&
      Object.values(titles).every(({ page }) => page in pages) &&
      Object.values(routes).every((route) => !isRedirect(route) || route.redirect in routes) &&
      targets.every((target) => target in pages || target in articles) &&
      [
        Object.values(layouts),
        Object.values(pages).map(({ reference }) => reference),
        targets,
      ].every(isUnique)
    )
  }
}
