import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { type LegalDocument, legalDocuments, noticeDays } from '#contract/legal-texts.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage, refusedFields } from '#web/platform/error-message.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

export const legalNames: Readonly<Record<LegalDocument, string>> = {
  terms: 'Términos y condiciones',
  privacy: 'Política de privacidad',
}
const options = legalDocuments.map((document) => ({ value: document, label: legalNames[document] }))

type Errors = Partial<Record<'version' | 'summary' | 'body' | 'reason' | 'form', string>>

/** Publishes the operator's own text. What is published stays: accounts accept it. */
export function LegalDialog({ earliest, onClose }: { earliest: string; onClose: () => void }) {
  const { queries } = useApi()
  const publish = useMutation(queries.operator.publishLegalText.mutationOptions())
  const preview = useMutation(queries.operator.previewLegalText.mutationOptions())
  const [document, setDocument] = useState<LegalDocument>('terms')
  const [typed, setTyped] = useState({ version: earliest, summary: '', body: '', reason: '' })
  const [errors, setErrors] = useState<Errors>({})
  const isPreviewed = preview.isSuccess && preview.variables.body === typed.body

  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: errors[name],
    required: true,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: currentTarget.value })),
  })

  async function show(): Promise<void> {
    setErrors({})
    await preview.mutateAsync({ body: typed.body }).catch((failure: unknown) => setErrors(errorsOf(failure)))
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (!isPreviewed) return show()
    setErrors({})
    try {
      await publish.mutateAsync({ document, ...typed })
    } catch (failure) {
      setErrors(errorsOf(failure))
      return
    }
    toast({
      kind: 'success',
      title: 'Versión publicada',
      description: 'Las cuentas se enteran por sus avisos, y por correo las que confirmaron el suyo.',
    })
    onClose()
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      size="large"
      title="Publicar una versión nueva"
      description={`Si ya hay cuentas, se enteran por correo y en la página al menos ${noticeDays} días antes. Lo publicado no se cambia ni se borra.`}
      pending={publish.isPending || preview.isPending}
      error={errors.form}
      submitLabel={isPreviewed ? 'Publicar y avisar' : 'Ver cómo queda'}
      pendingLabel={isPreviewed ? 'Publicando…' : 'Preparando…'}
      onSubmit={submit}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Documento"
          options={options}
          value={document}
          onChange={({ currentTarget }) =>
            setDocument(legalDocuments.find((each) => each === currentTarget.value) ?? 'terms')
          }
        />
        <DateField {...field('version')} label="Rige desde" min={earliest} />
      </div>
      <TextArea
        {...field('summary')}
        label="Qué cambia"
        hint="Lo leen todas las cuentas en el aviso."
        rows={2}
        maxLength={500}
      />
      <TextArea
        {...field('body')}
        label="Texto"
        hint="En Markdown: «## Título» empieza cada sección, «- » una lista, **negrita**."
        rows={12}
        maxLength={100_000}
      />
      {isPreviewed && (
        <div className="grid max-h-80 gap-4 overflow-y-auto rounded-card border border-line p-4">
          {preview.data?.sections.map(({ id, title, html }) => (
            <section key={id}>
              <h4 className="font-semibold">{title}</h4>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: Markdown in which HTML is text (rules/legal-sections.ts) */}
              <div className="prose mt-1" dangerouslySetInnerHTML={{ __html: html }} />
            </section>
          ))}
        </div>
      )}
      <TextArea {...field('reason')} label="Motivo" hint="Queda en el registro del equipo." rows={2} maxLength={1000} />
    </FormDialog>
  )
}

function errorsOf(failure: unknown): Errors {
  const refused = refusedFields(failure)
  if (refused.length === 0) return { form: errorMessage(failure) }
  return Object.fromEntries(refused.map(({ path, message }) => [path, message]))
}
