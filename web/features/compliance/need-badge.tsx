import type { Publication } from '#contract/publication.ts'
import { Badge } from '#web/ui/badge.tsx'

import { needWords } from './publication-words.ts'

/** Whether this kind of practice needs the document; coloured while a required one is not approved. */
export function NeedBadge({ need, status }: Pick<Publication['documents'][number], 'need' | 'status'>) {
  return <Badge tone={need === 'required' && status !== 'approved' ? 'clay' : 'neutral'}>{needWords[need]}</Badge>
}
