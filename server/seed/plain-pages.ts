/** Makes the content of the demo's plain pages. */
import { type ComponentContent, draft, text, title } from './content-builder.ts'
import { demoImages } from './demo-images.ts'

export interface DemoPage {
  reference: string
  path: string
  title: string
  metaDescription: string
  /** The label of the page in the menu. */
  label: string
  content: ComponentContent[]
}

const seasonHtml =
  '<h2>This season</h2>' +
  '<ul>' +
  '<li><strong>The Lighthouse Keeper’s Radio</strong>, a comedy for three voices and bad reception. ' +
  'Seventy minutes, no interval.</li>' +
  '<li><strong>Salt</strong>, about two sisters, one boat and a letter that took nine years to arrive.</li>' +
  '<li><strong>Who Left the Door Open?</strong> For everybody from five years on; the little ones may shout.</li>' +
  '</ul>' +
  '<p>Tickets cost what you can pay. Doors open half an hour before, and late guests come in through the kitchen.</p>'

const homePage = (): DemoPage => ({
  reference: 'home',
  path: '/',
  label: 'Home',
  title: 'Plays by lantern light',
  metaDescription:
    'A small theatre company that plays in barns, libraries and harbours, wherever forty people can sit down.',
  content: [
    title('A stage is wherever people sit down'),
    text(
      '<p>We are seven actors, one van and a box of lanterns. From April to October we play in barns, libraries, ' +
        'harbours and school halls: anywhere with room for forty people and something to sit on.</p>' +
        '<p>We bring the rest. The lights run from a battery, the set folds into two trunks, and the kettle comes ' +
        'along, because a play is better when you can talk about it afterwards.</p>',
    ),
    demoImages.stage(),
    text(seasonHtml),
    text(
      '<h2>Have us to stay</h2>' +
        '<p>Is there a barn in your village that deserves an evening? We need a floor of five by four metres, one socket ' +
        'for the kettle and somebody who knows the neighbors. <a href="/about">How a visit works</a> takes two minutes to read.</p>',
    ),
    draft({ endpoint: '/component/images' }),
  ],
})

const aboutPage = (): DemoPage => ({
  reference: 'about',
  path: '/about',
  label: 'About',
  title: 'About us',
  metaDescription:
    'Who the Lantern Players are, how they travel, and what a visit asks of a village.',
  content: [
    title('Seven actors, one van'),
    demoImages.van(),
    text(
      '<p>The company began in 2009 with a power cut. Halfway through a rehearsal the lights went out, somebody found ' +
        'four storm lanterns, and the scene was better than it had ever been. We have not played under anything else since.</p>',
    ),
    text(
      '<h2>How a visit works</h2>' +
        '<ol>' +
        '<li>You write to us with a place and two possible dates.</li>' +
        '<li>One of us comes by, paces the floor and drinks your coffee.</li>' +
        '<li>We arrive at noon, you put up the posters, and at eight the lanterns are lit.</li>' +
        '</ol>' +
        '<blockquote><p>They swept the barn before they left. I have had theatres that did not.</p></blockquote>' +
        '<p>Write to <a href="mailto:hello@lanternplayers.example">hello@lanternplayers.example</a>. ' +
        'We answer from the road, so give us a day.</p>',
    ),
  ],
})

/** Returns the plain pages in the order of the menu. Each call makes new contents. */
export const plainPages = (): DemoPage[] => [homePage(), aboutPage()]
