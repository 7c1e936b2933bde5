/** Seeds the demo's topic, whose chapters are child pages, and whose own path redirects to the first. */
import type { Iri } from '#content/model/iri.ts'
import { type ContentBuilder, text } from './content-builder.ts'

const chapters = [
  {
    title: 'Chapter One',
    slug: 'chapter-one',
    metaDescription: 'A floor, a socket and forty chairs: finding a place for a play.',
    html:
      '<h2>Finding a place</h2>' +
      '<p>Almost any room will do. Walk through it in the evening, when it is dark, and clap once. If the clap comes back ' +
      'like a plate on a stone floor, hang up blankets. If it does not come back at all, take some away.</p>' +
      '<p>You need a floor of five by four metres, a door that is not behind the audience, and one socket, for the kettle. ' +
      'Chairs may differ; people like to have their own.</p>',
  },
  {
    title: 'Chapter Two',
    slug: 'chapter-two',
    metaDescription: 'From noon until the last neighbor has gone home: the day of the play.',
    html:
      '<h2>The day itself</h2>' +
      '<p>We arrive at noon and ask where the light switches are. By three the harbour stands; by five we have eaten; ' +
      'at half past seven somebody from the village lights the first lantern. It should be you.</p>' +
      '<p>Late guests come in through the kitchen. Afterwards nobody goes home for an hour, so put the kettle on before the ' +
      'last scene: you will know it by the rope.</p>',
  },
]

/** Creates the topic's template and its page data, and returns the IRI of the page data. */
const createTopic = async (builder: ContentBuilder) => {
  const page = await builder.page(
    {
      reference: 'nested-topic-template',
      title: 'Topic',
      uiComponent: 'NestedTopicTemplate',
    },
    [{ pageDataProperty: 'introContent' }],
    'App\\Entity\\NestedPageData',
  )
  const introContent = await builder.component(
    text(
      '<h2>A play in your village</h2>' +
        '<p>Everything a host has to know fits into two short chapters. Read them in order, or begin at the end, as most do.</p>',
    ),
  )
  return builder.createResource('/page_data/nested_page_datas', {
    title: 'Topic 1',
    metaDescription: 'How to have the Lantern Players to stay, in two short chapters.',
    page,
    introContent,
  })
}

/** Creates the chapters as child pages, with their routes. */
const createChapters = async (builder: ContentBuilder, topic: Iri) => {
  const pages = []
  for (const [at, { slug, html, ...about }] of chapters.entries()) {
    const reference = `topic-1-chapter-${at + 1}`
    const chapter = await builder.page(
      { reference, ...about, uiComponent: 'NestedSubPageTemplate', parentPageData: topic },
      [text(html)],
    )
    const route = await builder.route(`/topic-1/${slug}`, reference, { page: chapter })
    pages.push({ chapter, route, label: about.title })
  }
  return pages
}

/** Seeds the topic with its chapters and a list of these. */
export const seedTopic = async (builder: ContentBuilder) => {
  const pageData = await createTopic(builder)
  const pages = await createChapters(builder, pageData)
  const redirect = pages[0]?.route
  await builder.link('Topics', await builder.route('/topic-1', 'topic-1', { pageData, redirect }))
  // One list of chapters, shared by all of them.
  const list = await builder.createGroup('chapters', pageData, {
    pages: pages.map(({ chapter }) => chapter),
    allowedComponents: ['/component/navigation_links'],
  })
  for (const { label, route } of pages) await builder.link(label, route, list)
}
