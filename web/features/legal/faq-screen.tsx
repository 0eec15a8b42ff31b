import { Link } from '@tanstack/react-router'

import { Accordion } from '#web/ui/accordion.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'

import { faqItems } from './faq-content.tsx'

export function FaqScreen() {
  return (
    <Page className="grid gap-x-16 gap-y-8 py-10 sm:py-14 lg:grid-cols-[1fr_2fr]">
      <div>
        <h1>Preguntas frecuentes</h1>
        <p className="mt-3 max-w-[25.5em] text-ink-soft">Lo que más nos preguntan, en ocho respuestas cortas.</p>
        <p className="mt-6 max-lg:hidden">
          <Link to="/contact" className={buttonClass({ variant: 'secondary' })}>
            Hacer otra pregunta
          </Link>
        </p>
      </div>
      <div>
        <Accordion
          defaultOpen={faqItems()[0]?.id ?? ''}
          items={faqItems().map((item) => ({
            id: item.id,
            title: item.question,
            content: (
              <>
                <p>{item.answer}</p>
                {item.more && <p className="mt-2 [&_a]:link">{item.more}</p>}
              </>
            ),
          }))}
          className="border-t border-line"
        />
        <p className="mt-8 lg:hidden">
          <Link to="/contact" className={buttonClass({ variant: 'secondary' })}>
            Hacer otra pregunta
          </Link>
        </p>
      </div>
    </Page>
  )
}
