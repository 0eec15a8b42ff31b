import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { coverLabels } from '#contract/cover-labels.ts'
import { coverMax, noteMax, tagLimits } from '#contract/person-facts.ts'
import { listExcess, listText, typedList } from '#contract/typed-lists.ts'
import { useApi } from '#web/platform/api.ts'
import { localToday } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField, type DateFieldProps } from '#web/ui/date-field.tsx'
import { ListField } from '#web/ui/list-field.tsx'
import { TextArea, type TextAreaProps } from '#web/ui/text-area.tsx'
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'

export type FactsFieldsProps = {
  centerId: string
  /** What connects each control with its form. Without a control for it, the birth date is not asked. */
  controls: {
    cedula: Partial<TextFieldProps>
    birthDate?: Partial<DateFieldProps>
    cover: Partial<TextFieldProps>
    tags: Partial<TextFieldProps>
    note: Partial<TextAreaProps>
  }
  errors: Partial<Record<'cedula' | 'birthDate' | 'cover' | 'tags' | 'note', string | undefined>>
  /** The tags as they are typed now. */
  tags: string
  onTags: (tags: string) => void
  noteHint: ReactNode
}

/** What a centre writes of a person, in the forms of guests and of people with an account. */
export function FactsFields({ centerId, controls, errors, tags, onTags, noteHint }: FactsFieldsProps) {
  const covers = useId()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...controls.cedula}
          label="Cédula"
          optional
          inputMode="numeric"
          autoComplete="off"
          error={errors.cedula}
        />
        {controls.birthDate && (
          <DateField
            {...controls.birthDate}
            label="Fecha de nacimiento"
            optional
            min="1900-01-01"
            max={localToday()}
            error={errors.birthDate}
          />
        )}
      </div>
      <TextField
        {...controls.cover}
        label="Mutualista o seguro"
        optional
        maxLength={coverMax}
        autoComplete="off"
        list={covers}
        error={errors.cover}
      />
      <datalist id={covers}>
        {Object.values(coverLabels).map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      <div className="grid gap-2">
        <ListField
          {...controls.tags}
          label="Etiquetas"
          optional
          hint="Separadas por comas. Sirven para filtrar la lista."
          excess={(text) => listExcess(text, tagLimits)}
          error={errors.tags}
        />
        <KnownTags centerId={centerId} tags={tags} onTags={onTags} />
      </div>
      <TextArea
        {...controls.note}
        maxLength={noteMax}
        label="Nota de recepción"
        optional
        hint={noteHint}
        rows={3}
        error={errors.note}
      />
    </>
  )
}

const maxOffered = 8

/** The tags that the centre uses already, each added with one press, so that one thing keeps one spelling. */
function KnownTags({ centerId, tags, onTags }: Pick<FactsFieldsProps, 'centerId' | 'tags' | 'onTags'>) {
  const { queries } = useApi()
  const { data } = useQuery(queries.contacts.tags.queryOptions({ input: { centerId } }))
  const chosen = typedList(tags)
  const isChosen = (tag: string) => chosen.some((each) => each.toLocaleLowerCase('es') === tag.toLocaleLowerCase('es'))
  const offered = (data?.items ?? []).filter((tag) => !isChosen(tag)).slice(0, maxOffered)
  if (offered.length === 0 || chosen.length >= tagLimits.max) return null
  return (
    <div className="flex flex-wrap gap-2">
      {offered.map((tag) => (
        <Button key={tag} variant="secondary" size="small" onClick={() => onTags(listText([...chosen, tag]))}>
          {`+ ${tag}`}
        </Button>
      ))}
    </div>
  )
}
