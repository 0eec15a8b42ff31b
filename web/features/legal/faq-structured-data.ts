import type { FAQPage } from 'schema-dts'

import { faqItems } from './faq-content.tsx'

/** The questions as search engines read them. */
export const faqPage: FAQPage = {
  '@type': 'FAQPage',
  mainEntity: faqItems.map((item) => ({
    '@type': 'Question',
    name: item.question,
    acceptedAnswer: { '@type': 'Answer', text: item.answer },
  })),
}
