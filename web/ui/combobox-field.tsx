import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, FieldFrame, type FieldText, useField } from './field.tsx'
import { isComposing } from './is-composing.ts'
import { useKeptText } from './kept-text.tsx'
import { Spinner } from './spinner.tsx'

export type ComboboxOption = {
  id: string
  label: string
  /** The label is the name of a person or a centre, which must not be translated. */
  isName?: boolean
  description?: ReactNode
  icon?: ReactNode
  /** Options of one group follow each other, under its name. */
  group?: string
}

export type ComboboxFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onSelect'> &
  FieldText & {
    value: string
    onType: (text: string) => void
    /** The matching options. Rendered below the field in the flow, so that they cover nothing. */
    options: readonly ComboboxOption[]
    onChoose: (id: string) => void
    pending?: boolean
    message?: ReactNode
  }

/** A field with suggestions: arrow keys move through the options, Enter chooses one. The first is active. */
export function ComboboxField({
  value,
  onType,
  options,
  onChoose,
  pending = false,
  message,
  maxLength,
  ...field
}: ComboboxFieldProps) {
  const { count, error, ...kept } = useKeptText({ ...field, maxLength })
  const { frame, control } = useField({ ...field, ...kept, ...(error !== undefined && { error }) })
  const listId = useId()
  const { active, setAt, onKeyDown } = useActiveOption({ options, onChoose })
  const optionId = (index: number) => `${listId}-${index}`

  return (
    <FieldFrame
      {...frame}
      below={
        <>
          <Options
            id={listId}
            label={field.label}
            options={options}
            optionId={optionId}
            active={active}
            onPoint={setAt}
            onChoose={onChoose}
          />
          <div role="status" className="text-sm text-ink-soft empty:hidden">
            {message}
          </div>
        </>
      }
    >
      <div className="relative">
        <input
          autoComplete="off"
          {...control}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
          value={value}
          onChange={({ currentTarget }) => {
            setAt(0)
            onType(currentTarget.value)
          }}
          onKeyDown={onKeyDown}
          className={classNames(controlClass, 'pr-11')}
        />
        {pending && (
          <span className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-ink-soft">
            <Spinner />
          </span>
        )}
      </div>
      {count}
    </FieldFrame>
  )
}

function useActiveOption({ options, onChoose }: Pick<ComboboxFieldProps, 'options' | 'onChoose'>) {
  const [at, setAt] = useState(0)
  const active = Math.min(at, options.length - 1)

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent) || options.length === 0) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined) setAt((active + move + options.length) % options.length)
    else if (event.key === 'Enter') {
      const option = options[active]
      if (option) onChoose(option.id)
    } else return
    event.preventDefault()
  }

  return { active, setAt, onKeyDown }
}

function Options({
  id,
  label,
  options,
  optionId,
  active,
  onPoint,
  onChoose,
}: Pick<ComboboxFieldProps, 'label' | 'options' | 'onChoose'> & {
  id: string
  optionId: (index: number) => string
  active: number
  onPoint: (index: number) => void
}) {
  const activeId = optionId(active)
  // The focus stays in the field, so the list doesn't scroll by itself.
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={classNames(
        'max-h-72 overflow-y-auto',
        options.length > 0 && 'rounded-control border border-line bg-panel p-1',
      )}
    >
      {groupsOf(options).map(({ name, from, members }) => {
        const rows = members.map((option, index) => (
          <OptionRow
            key={option.id}
            option={option}
            id={optionId(from + index)}
            isActive={from + index === active}
            onPoint={() => onPoint(from + index)}
            onChoose={onChoose}
          />
        ))
        if (name === undefined) return rows
        const nameId = `${id}-of-${from}`
        return (
          // biome-ignore lint/a11y/useSemanticElements: a list cannot contain a set of fields
          <div key={name} role="group" aria-labelledby={nameId}>
            <div id={nameId} className="px-2.5 pt-2 pb-1 text-sm font-semibold text-ink-soft">
              {name}
            </div>
            {rows}
          </div>
        )
      })}
    </div>
  )
}

type OptionRowProps = Pick<ComboboxFieldProps, 'onChoose'> & {
  option: ComboboxOption
  id: string
  isActive: boolean
  onPoint: () => void
}

function OptionRow({ option, id, isActive, onPoint, onChoose }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => !isActive && onPoint()}
      onClick={() => onChoose(option.id)}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[0.5rem] px-2.5 py-1.5 aria-selected:bg-action-soft [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-action"
    >
      {option.icon}
      <span className="grid min-w-0">
        <span translate={option.isName ? 'no' : undefined} className="font-medium wrap-anywhere">
          {option.label}
        </span>
        {option.description && <span className="text-sm text-ink-soft">{option.description}</span>}
      </span>
    </div>
  )
}

/** The options in order, those of one group together. `from`: the place of the first in the whole list. */
function groupsOf(options: readonly ComboboxOption[]) {
  const groups: { name: string | undefined; from: number; members: ComboboxOption[] }[] = []
  for (const [index, option] of options.entries()) {
    const last = groups.at(-1)
    if (last && last.name === option.group) last.members.push(option)
    else groups.push({ name: option.group, from: index, members: [option] })
  }
  return groups
}
