import type { FAQPage } from 'schema-dts'

import { faqItems } from './faq-content.tsx'

export const faqPage = (): FAQPage => ({
  '@type': 'FAQPage',
  mainEntity: faqItems().map((item) => ({
    '@type': 'Question',
    name: item.question,
    acceptedAnswer: { '@type': 'Answer', text: item.answer },
  })),
})
