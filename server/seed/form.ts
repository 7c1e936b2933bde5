/** Seeds the demo's page with a contact form. */
import { type ContentBuilder, text, title } from './content-builder.ts'

/** Seeds a page with a form, and its link in the menu. */
export const seedFormPage = async (builder: ContentBuilder) => {
  const page = await builder.page(
    {
      reference: 'form',
      title: 'Form Demo',
      metaDescription: 'Ask the Lantern Players to your village: a place and two dates are enough.',
    },
    [
      title('Have us to stay'),
      text(
        '<p>Tell us where you are and which evenings would do. One of us reads every letter, usually in a lay-by, ' +
          'and answers within a day.</p>',
      ),
      { endpoint: '/component/forms', formType: 'example', uiComponent: 'ExampleForm' },
    ],
  )
  await builder.link('Form Demo', await builder.route('/form', 'form', { page }))
}
