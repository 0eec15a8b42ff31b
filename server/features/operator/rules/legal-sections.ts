import { micromark } from 'micromark'

export type LegalSection = { id: string; title: string; html: string }

/**
 * The sections of a text in Markdown: each begins with a heading of the second level; what comes before the first is left out.
 * HTML in it is shown as text, and links with other protocols than http, https and mailto lead nowhere (micromark's default).
 */
export function legalSectionsOf(body: string): LegalSection[] {
  return body
    .split(/^## +/m)
    .slice(1)
    .map((part, index) => {
      const [title = '', ...lines] = part.split('\n')
      return { id: `seccion-${index + 1}`, title: title.trim(), html: micromark(lines.join('\n')) }
    })
}
