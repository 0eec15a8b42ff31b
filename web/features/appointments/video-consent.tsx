import { telehealthConsent } from '#contract/telehealth-consent.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'

/** Optional here: a patient who wants to think about it gives the consent later, at the dashboard. */
export function VideoConsent({ isGiven, onChange }: { isGiven: boolean; onChange: (isGiven: boolean) => void }) {
  return (
    <div className="grid gap-1 rounded-card bg-sand px-4 py-3">
      <CheckboxField
        label="Acepto atenderme por videollamada"
        hint="También puedes aceptarlo después, en tu dashboard. Sin tu consentimiento no mostramos el enlace."
        checked={isGiven}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <details className="pl-9 text-sm">
        <summary className="cursor-pointer py-2 font-medium">{telehealthConsent.title}</summary>
        <div className="grid gap-2 pb-2">
          {telehealthConsent.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </details>
    </div>
  )
}
