/** Seeds the demo's blog: articles as page data, shown through one template, and a list of them. */
import { type ContentBuilder, text, title } from './content-builder.ts'
import { demoImages } from './demo-images.ts'

const articles = [
  {
    title: 'Blog Article 1',
    picture: demoImages.goat,
    metaDescription: 'How seventy people and a goat watched a play in a lambing shed.',
    html:
      '<h2>A goat in the third row</h2>' +
      '<p>The barn at Hollin Farm holds sixty. Seventy came, and so did a goat called Margaret, who had been bottle-fed in ' +
      'that very corner and saw no reason to give it up. We play to whoever sits down.</p>' +
      '<p>She was quiet through the whole first scene. Then the lighthouse keeper said, to nobody in particular, “Is anyone ' +
      'there?”, and Margaret answered. It took us a good two minutes to go on, and the answer has been in the play ever since: ' +
      'we do it ourselves now, from behind the curtain.</p>' +
      '<blockquote><p>I came for the goat. I stayed for the lighthouse.</p></blockquote>',
  },
  {
    title: 'Blog Article 2',
    picture: demoImages.trunks,
    metaDescription: 'What is in the van, in the order in which it comes out.',
    html:
      '<h2>What is in the van</h2>' +
      '<p>People ask, so here it is, in the order in which it comes out. Everything has a place, because at midnight, in the ' +
      'rain, nobody wants to think.</p>' +
      '<ol>' +
      '<li>The kettle. Always the kettle.</li>' +
      '<li>Two trunks: one is the harbour, the other is the sky.</li>' +
      '<li>Fourteen lanterns, each with its name on a ribbon. <em>Agnes</em> flickers and is only used for storms.</li>' +
      '<li>The battery, which weighs as much as an actor and complains less.</li>' +
      '<li>A broom. We leave a place as we would like to find it.</li>' +
      '</ol>' +
      '<p>What is not in the van: a prompter, a smoke machine, and the good scissors, wherever they went.</p>',
  },
  {
    title: 'Blog Article 3',
    picture: demoImages.harbour,
    metaDescription: 'The night the power came back, and why nobody was pleased.',
    html:
      '<h2>The night the power came back</h2>' +
      '<p>In Skerrow the whole village had been dark since noon. At eight we lit the lanterns in the net loft, and for once ' +
      'nobody had to be asked to put their telephone away: they were all empty.</p>' +
      '<p>Ten minutes before the end the power came back. Every strip light in the loft went on at once, and the fridge began ' +
      'to hum. Nobody moved. Then an old man in the front row got up, walked to the wall, and switched it all off again.</p>' +
      '<p>“Go on,” he said. We have played <strong>Salt</strong> forty times. It has never been as good.</p>',
  },
]

/** Creates the page with the list of articles, and returns its IRI. */
const createList = (builder: ContentBuilder) =>
  builder.page(
    {
      reference: 'blog-list',
      title: 'Blog',
      metaDescription: 'Letters from the road, written in lay-bys and kitchens.',
    },
    [
      title('Letters from the road'),
      {
        endpoint: '/component/collections',
        resourceIri: '/page_data/blog_article_datas',
        perPage: 8,
      },
    ],
  )

/** Creates the articles as page data with their routes, and the template that shows them. */
const createArticles = async (builder: ContentBuilder) => {
  const page = await builder.page(
    {
      reference: 'blog-template',
      title: 'Blog article',
      uiComponent: 'BlogArticleTemplate',
    },
    [{ pageDataProperty: 'image' }, { pageDataProperty: 'htmlContent' }],
    'App\\Entity\\BlogArticleData',
  )
  for (const [at, { html, picture, ...about }] of articles.entries()) {
    const name = `blog-article-${at + 1}`
    const htmlContent = await builder.component(text(html))
    const image = await builder.component(picture())
    const pageData = await builder.createResource('/page_data/blog_article_datas', {
      ...about,
      page,
      htmlContent,
      ...(image && { image }),
    })
    await builder.route(`/blog-articles/${name}`, name, { pageData })
  }
}

/** Seeds the blog's list, articles and link in the menu. */
export const seedBlog = async (builder: ContentBuilder) => {
  const list = await createList(builder)
  await createArticles(builder)
  await builder.link('Blog', await builder.route('/blog-articles', 'blog-list', { page: list }))
}
