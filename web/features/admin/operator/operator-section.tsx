import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { type ClaimName, claimNames, claims, type FigureName, figures } from '#contract/claims.ts'
import { maxEmergencyNumbers, type OperatorWords } from '#contract/operator.ts'
import { UnsavedChanges } from '#web/features/auth/unsaved-changes.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorMessage, refusedFields } from '#web/platform/error-message.ts'
import { keepTyped, useEdited } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { LegalPart } from './legal-part.tsx'
import { TestimonialFields } from './testimonial-fields.tsx'
import { keyed, type TypedWords, typedOf, wordsOf } from './typed-words.ts'

/** The operator's names, contact data, claims, figures and testimonials, on every page and in every mail. */
export function OperatorSection() {
  const { queries } = useApi()
  const query = useQuery(queries.operator.words.queryOptions())
  if (!query.data) {
    return (
      <Pending
        query={query}
        loading="Cargando la marca y los textos"
        failed="No se pudieron cargar la marca y los textos"
      >
        <Skeleton className="h-96" />
      </Pending>
    )
  }
  return <WordsForm stored={query.data} />
}

type Stored = { words: OperatorWords; version: string }
type TextName = 'name' | 'claim' | 'legalName' | 'email' | 'phone' | 'address' | 'supportHours' | 'widgetHours'

export function WordsForm({ stored }: { stored: Stored }) {
  const { queries } = useApi()
  const update = useMutation(queries.operator.updateWords.mutationOptions())
  const [typed, setTyped] = useState<TypedWords>(() => typedOf(stored.words))
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const edited = useEdited(stored, (now, before) =>
    setTyped((all) => keepTyped({ typed: all, before: typedOf(before.words), after: typedOf(now.words) })),
  )
  const isDirty = reason !== '' || JSON.stringify(wordsOf(typed)) !== JSON.stringify(edited.seen.words)

  const change = (part: Partial<TypedWords>) => setTyped((all) => ({ ...all, ...part }))
  const errorOf = (path: string) => errors[path]

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (reason.trim() === '') {
      setErrors({ reason: 'Escribe el motivo' })
      return
    }
    setErrors({})
    try {
      const saved = await update.mutateAsync({ words: wordsOf(typed), version: edited.seen.version, reason })
      edited.noteSaved(saved)
      setTyped(typedOf(saved.words))
      setReason('')
      toast({
        kind: 'success',
        title: 'Cambios guardados',
        description: 'Ya están en las páginas y en los correos nuevos.',
      })
    } catch (failure) {
      if (!edited.noteRefusal(failure)) setErrors(errorsOf(failure))
    }
  }

  const text = (name: TextName) => ({
    value: typed[name],
    error: errorOf(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  })

  return (
    <div className="grid max-w-4xl gap-5">
      <form noValidate onSubmit={save} className="grid gap-5">
        <UnsavedChanges isDirty={isDirty} />
        <p className="text-ink-soft">
          Lo que dice el sitio de quien lo opera. Muestra solo lo que sea cierto: lo que dejas vacío o sin marcar no
          aparece en ninguna página.
        </p>
        <Part title="Marca">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...text('name')} label="Nombre" required maxLength={40} />
            <TextField {...text('claim')} label="Lema" required maxLength={80} />
          </div>
          <TextField
            {...text('legalName')}
            label="Nombre legal"
            hint="El de los términos y los recibos."
            required
            maxLength={120}
          />
        </Part>
        <Part title="Contacto">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...text('email')} label="Correo" type="email" inputMode="email" required maxLength={255} />
            <TextField {...text('phone')} label="Teléfono" type="tel" maxLength={40} />
          </div>
          <TextField {...text('address')} label="Dirección" maxLength={150} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...text('supportHours')}
              label="Cuándo respondemos"
              hint="Se muestra tal cual, como texto: en Contacto, en los correos y donde dices a qué hora respondes. No abre ni cierra nada."
              required
              maxLength={80}
            />
            <TextField
              {...text('widgetHours')}
              label="Cuándo respondemos en el chat de ayuda"
              hint="También es solo un texto: el chat recibe consultas a toda hora."
              required
              maxLength={80}
            />
          </div>
        </Part>
        <EmergencyPart typed={typed} change={change} errorOf={errorOf} />
        <Part title="Afirmaciones" intro="Marca las que son ciertas.">
          <div className="grid gap-x-6 sm:grid-cols-2">
            {claimNames.map((name) => (
              <ClaimBox key={name} name={name} typed={typed} change={change} />
            ))}
          </div>
        </Part>
        <Part title="Cifras" intro="Se muestran como las escribes. Una vacía no aparece.">
          <div className="grid gap-4 sm:grid-cols-2">
            {(Object.keys(figures) as FigureName[]).map((name) => (
              <TextField
                key={name}
                label={figures[name].text}
                hint={figures[name].place}
                value={typed.figures[name] ?? ''}
                error={errorOf(`figures.${name}`)}
                maxLength={20}
                onChange={({ currentTarget }) => change({ figures: { ...typed.figures, [name]: currentTarget.value } })}
              />
            ))}
          </div>
        </Part>
        <Part title="Testimonios" intro="De personas reales, que aceptaron que los publiques.">
          <TestimonialFields
            rows={typed.testimonials}
            onChange={(testimonials) => change({ testimonials })}
            errorOf={errorOf}
          />
        </Part>
        <Part title="Textos legales">
          <CheckboxField
            label="Una asesoría jurídica revisó los términos y la política de privacidad"
            hint="Hasta entonces las dos páginas dicen que son un borrador."
            checked={typed.areLegalTextsReviewed}
            onChange={({ currentTarget }) => change({ areLegalTextsReviewed: currentTarget.checked })}
          />
        </Part>
        <Card className="grid gap-4">
          <TextArea
            label="Motivo"
            hint="Queda en el registro del equipo, donde el cambio se puede deshacer."
            required
            rows={2}
            maxLength={1000}
            value={reason}
            error={errorOf('reason')}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
          <FormError
            error={errors.form ?? (Object.keys(errors).length > 0 ? 'Revisa los campos marcados.' : undefined)}
          />
          <Button type="submit" className="justify-self-start" pending={update.isPending} pendingLabel="Guardando…">
            Guardar
          </Button>
        </Card>
      </form>
      <Part
        title="Versiones de los textos legales"
        intro="Tu asesoría escribe los tuyos; hasta entonces vale el texto con el que viene el programa."
      >
        <LegalPart />
      </Part>
    </div>
  )
}

function Part({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  return (
    <Card as="section" className="grid gap-4">
      <div>
        <h3>{title}</h3>
        {intro && <p className="text-sm text-ink-soft">{intro}</p>}
      </div>
      {children}
    </Card>
  )
}

type PartProps = { typed: TypedWords; change: (part: Partial<TypedWords>) => void }

function ClaimBox({ name, typed, change }: PartProps & { name: ClaimName }) {
  const claim = claims[name]
  const isConfirmed = typed.claims.includes(name)
  return (
    <CheckboxField
      label={claim.text}
      hint={'detail' in claim ? claim.detail : undefined}
      checked={isConfirmed}
      onChange={({ currentTarget }) => {
        const others = typed.claims.filter((each) => each !== name)
        change({ claims: currentTarget.checked ? [...others, name] : others })
      }}
    />
  )
}

/** The numbers that a page shows first when words point to an emergency. */
function EmergencyPart({ typed, change, errorOf }: PartProps & { errorOf: (path: string) => string | undefined }) {
  const { emergency } = typed
  return (
    <Part title="Emergencias" intro="Se muestran primero cuando alguien escribe que corre peligro. Mantenlos al día.">
      <ul className="grid gap-4">
        {emergency.map((row, index) => {
          const text = (name: 'name' | 'number') => ({
            value: row[name],
            error: errorOf(`emergency.${index}.${name}`),
            required: true,
            onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
              change({ emergency: emergency.with(index, { ...row, [name]: currentTarget.value }) }),
          })
          return (
            <li key={row.key} className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
              <TextField {...text('name')} label="De qué es" maxLength={40} />
              <TextField {...text('number')} label="Número" inputMode="tel" maxLength={20} />
              {emergency.length > 1 && (
                <Button
                  variant="secondary"
                  onClick={() => change({ emergency: emergency.filter((each) => each !== row) })}
                >
                  Quitar<span className="sr-only">{` ${row.name}`}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {emergency.length < maxEmergencyNumbers && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => change({ emergency: [...emergency, keyed({ name: '', number: '' })] })}
        >
          Agregar un número
        </Button>
      )}
    </Part>
  )
}

/** By the path of each field within the words. */
function errorsOf(failure: unknown): Record<string, string> {
  const refused = refusedFields(failure)
  if (refused.length === 0) return { form: errorMessage(failure) }
  return Object.fromEntries(refused.map(({ path, message }) => [path.replace(/^words\./, ''), message]))
}
