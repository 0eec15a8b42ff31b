import { type ReactNode, use } from 'react'

import { brand } from '#contract/brand.ts'
import { formatDate } from '#web/platform/formats.ts'
import { OperatorWords } from '#web/platform/operator-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Page } from '#web/ui/page.tsx'

export type LegalSection = { id: string; title: string; content: ReactNode }

export function LegalPage({
  title,
  version,
  since = 'Versión que rige desde el',
  intro,
  notice,
  sections,
  children,
}: {
  title: string
  /** The day on which it took effect, which each acceptance stores. */
  version: string
  since?: string
  intro?: ReactNode
  /** What a reader has to know before the text. */
  notice?: ReactNode
  sections: readonly LegalSection[]
  /** Below the text. */
  children?: ReactNode
}) {
  const { areLegalTextsReviewed } = use(OperatorWords)
  return (
    <Page className="py-10 sm:py-14">
      <header className="max-w-[41.5em]">
        <h1>{title}</h1>
        <p className="mt-2 text-ink-soft">
          {since} <time dateTime={version}>{formatDate(version)}</time>
        </p>
        {!areLegalTextsReviewed && (
          <Banner tone="amber" className="mt-4">
            Borrador: falta que lo revise la asesoría jurídica de {brand.legalName}.
          </Banner>
        )}
        {notice && <div className="mt-4">{notice}</div>}
        {intro && <p className="mt-5 text-lg">{intro}</p>}
      </header>
      <div className="mt-8 grid gap-x-16 gap-y-8 lg:grid-cols-[17rem_1fr]">
        <nav aria-label="Contenido" className="self-start border-l-4 border-path pl-4 lg:sticky lg:top-8">
          <ol>
            {sections.map((section, index) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="flex min-h-9 items-center py-1 underline-offset-4 hover:text-action hover:underline pointer-coarse:min-h-11"
                >
                  {`${index + 1}. ${section.title}`}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-[41.5em] gap-9">
          {sections.map((section, index) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <h2 id={`${section.id}-title`}>{`${index + 1}. ${section.title}`}</h2>
              <div className="prose mt-3 [&>h3:first-child]:mt-0">{section.content}</div>
            </section>
          ))}
        </div>
      </div>
      {children}
    </Page>
  )
}
