import type { RecordedAction } from '#contract/moderation.ts'
import type { OperatorWords } from '#contract/operator.ts'

/** The names that the form of «Marca y textos» gives its fields, and the two legal texts. */
const fieldNames: Readonly<Record<keyof OperatorWords | 'terms' | 'privacy', string>> = {
  name: 'Nombre',
  claim: 'Lema',
  email: 'Correo',
  phone: 'Teléfono',
  address: 'Dirección',
  legalName: 'Nombre legal',
  supportHours: 'Cuándo respondemos',
  widgetHours: 'Cuándo respondemos en el chat de ayuda',
  emergency: 'Emergencias',
  claims: 'Afirmaciones',
  figures: 'Cifras',
  testimonials: 'Testimonios',
  areLegalTextsReviewed: 'Textos legales revisados',
  terms: 'Términos y condiciones',
  privacy: 'Política de privacidad',
}

/** What an action changed, field by field, as it was and as it became. */
export function RecordedChanges({ changes }: Pick<RecordedAction, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <dl className="grid gap-1 text-sm">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="wrap-anywhere">
          <dt className="inline font-medium">{`${fieldNames[field as keyof typeof fieldNames] ?? field}: `}</dt>
          <dd className="inline">
            <del className="text-ink-soft">{before || 'vacío'}</del>
            <span aria-hidden="true"> → </span>
            <span className="sr-only"> ahora </span>
            <ins className="no-underline">{after || 'vacío'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
