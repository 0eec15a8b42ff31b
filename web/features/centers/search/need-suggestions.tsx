import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { minSuggestionLetters } from '#contract/search.ts'
import type { Suggestion } from '#contract/suggestions.ts'
import { useApi } from '#web/platform/api.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { isComposing } from '#web/ui/is-composing.ts'
import Building from '~icons/lucide/building-2'
import MapPin from '~icons/lucide/map-pin'
import Search from '~icons/lucide/search'
import UserRound from '~icons/lucide/user-round'
import { professionalAnchor } from '../professional-anchor.ts'

const groups = [
  { kinds: ['service', 'symptom'], label: 'Servicios y motivos', icon: <Search aria-hidden="true" /> },
  { kinds: ['place'], label: 'Lugares', icon: <MapPin aria-hidden="true" /> },
  { kinds: ['professional'], label: 'Profesionales', icon: <UserRound aria-hidden="true" /> },
  { kinds: ['center'], label: 'Centros', icon: <Building aria-hidden="true" /> },
] as const

const debounceMs = 150

export type NeedSuggestionsProps = { input: RefObject<HTMLInputElement | null> }

/**
 * Suggestions for the typed text. The field keeps the focus: arrows move through the list, Enter picks, Escape closes it.
 * Without a pick, Enter searches for the typed text.
 */
export function NeedSuggestions({ input }: NeedSuggestionsProps) {
  const listId = useId()
  const field = useTypedText(input)
  const { open, active } = field
  const suggestions = useSuggestions(open ? field.text : '')
  const pick = usePick(input)
  const isShown = open && suggestions.length > 0

  const choose = (suggestion: Suggestion) => {
    field.close()
    pick(suggestion)
  }
  useComboboxKeys({ input, field, suggestions: isShown ? suggestions : [], choose })
  useComboboxAttributes({
    input,
    listId,
    isShown,
    activeId: isShown && active >= 0 ? `${listId}-${active}` : undefined,
  })

  if (!isShown) return null
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Sugerencias"
      // On a phone the list moves the other controls down instead of covering them.
      className="mx-1 mb-1 grid gap-1 rounded-control bg-panel p-1 max-md:border max-md:border-line md:absolute md:top-full md:left-0 md:z-20 md:mt-2 md:max-h-96 md:w-max md:max-w-md md:min-w-full md:overflow-y-auto md:border md:border-line md:shadow-float"
    >
      {groups.map(({ kinds, label, icon }) => {
        const groupSuggestions = suggestions.filter(({ kind }) => kinds.some((each) => each === kind))
        return groupSuggestions.length === 0 ? null : (
          // biome-ignore lint/a11y/useSemanticElements: the group of a listbox is no fieldset
          <div key={label} role="group" aria-label={label}>
            <p aria-hidden="true" className="px-2.5 pt-1.5 text-sm text-ink-soft">
              {label}
            </p>
            {groupSuggestions.map((suggestion) => {
              const index = suggestions.indexOf(suggestion)
              return (
                <Option
                  key={keyOf(suggestion)}
                  id={`${listId}-${index}`}
                  suggestion={suggestion}
                  icon={icon}
                  isActive={index === active}
                  onPoint={() => field.setActive(index)}
                  onChoose={() => choose(suggestion)}
                />
              )
            })}
          </div>
        )
      })}
    </div>
  )
}

type OptionProps = {
  id: string
  suggestion: Suggestion
  icon: (typeof groups)[number]['icon']
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, suggestion, icon, isActive, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[0.5rem] px-2.5 py-1 aria-selected:bg-action-soft [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-action"
    >
      {icon}
      <span className="grid min-w-0">
        <span className="font-medium wrap-anywhere">{suggestion.label}</span>
        {'detail' in suggestion && <span className="text-sm text-ink-soft">{suggestion.detail}</span>}
      </span>
    </div>
  )
}

function keyOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'professional') return suggestion.professionalId
  if (suggestion.kind === 'center') return suggestion.centerId
  return `${suggestion.kind}-${suggestion.label}`
}

/** The list of the last response stays while the next one loads; a request for an older text is cancelled. */
function useSuggestions(typed: string): readonly Suggestion[] {
  const { api, queries } = useApi()
  const text = useDebounced(typed.trim(), debounceMs)
  const isTyped = typed.trim().length >= minSuggestionLetters
  const { data } = useQuery({
    queryKey: [...queries.suggestions.list.key(), text],
    queryFn: ({ signal }) => api.suggestions.list({ q: text }, { signal }),
    enabled: isTyped && text.length >= minSuggestionLetters,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // Not retried, because the text can be searched without suggestions.
    retry: false,
  })
  return isTyped ? (data?.items ?? []) : []
}

type Field = {
  text: string
  /** Whether the visitor is typing, so that suggestions help. */
  open: boolean
  /** The index of the suggestion that Enter picks; -1: none, so that Enter searches for the text. */
  active: number
  setActive: (index: number) => void
  close: () => void
  reopen: () => void
}

function useTypedText(input: RefObject<HTMLInputElement | null>): Field {
  // The visitor may have typed before this code arrived.
  const [text, setText] = useState(() => input.current?.value ?? '')
  const [open, setOpen] = useState(
    () => document.activeElement === input.current && text !== input.current?.defaultValue,
  )
  const [active, setActive] = useState(-1)
  useEffect(() => {
    const field = input.current
    if (!field) return
    const onInput = () => {
      setText(field.value)
      setActive(-1)
      setOpen(true)
    }
    // On a phone the list is part of the page: closing it during a press would move the pressed button away.
    let isPressed = false
    const closeAfterPress = () => setTimeout(() => setOpen(false))
    const onPress = () => {
      isPressed = true
    }
    const onRelease = () => {
      if (isPressed && document.activeElement !== field) closeAfterPress()
      isPressed = false
    }
    const onBlur = () => {
      if (!isPressed) closeAfterPress()
    }
    const listeners = new AbortController()
    const { signal } = listeners
    field.addEventListener('input', onInput, { signal })
    field.addEventListener('blur', onBlur, { signal })
    document.addEventListener('pointerdown', onPress, { signal })
    document.addEventListener('pointerup', onRelease, { signal })
    document.addEventListener('pointercancel', onRelease, { signal })
    return () => listeners.abort()
  }, [input])
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  return { text, open, active, setActive, close, reopen: () => setOpen(true) }
}

type Keys = NeedSuggestionsProps & {
  field: Field
  suggestions: readonly Suggestion[]
  choose: (suggestion: Suggestion) => void
}

function useComboboxKeys({ input, field, suggestions, choose }: Keys) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event)) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const activeSuggestion = suggestions[field.active]
    if (move !== undefined && suggestions.length > 0) {
      // The typed text is a position too, besides the suggestions.
      const positions = suggestions.length + 1
      field.setActive(((field.active + 1 + move + positions) % positions) - 1)
    } else if (event.key === 'ArrowDown' && !field.open) field.reopen()
    else if (event.key === 'Escape' && suggestions.length > 0) field.close()
    else if (event.key === 'Enter' && activeSuggestion) choose(activeSuggestion)
    else {
      if (event.key === 'Enter') field.close()
      return
    }
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    const element = input.current
    element?.addEventListener('keydown', listener)
    return () => element?.removeEventListener('keydown', listener)
  }, [input])
}

type Attributes = NeedSuggestionsProps & { listId: string; isShown: boolean; activeId: string | undefined }

/** The plain field becomes a combobox only with this code, so its attributes are set here. */
function useComboboxAttributes({ input, listId, isShown, activeId }: Attributes) {
  useLayoutEffect(() => {
    const field = input.current
    field?.setAttribute('role', 'combobox')
    field?.setAttribute('aria-autocomplete', 'list')
    field?.setAttribute('aria-expanded', String(isShown))
    if (isShown) field?.setAttribute('aria-controls', listId)
    else field?.removeAttribute('aria-controls')
    if (activeId) field?.setAttribute('aria-activedescendant', activeId)
    else field?.removeAttribute('aria-activedescendant')
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [input, listId, isShown, activeId])
}

/** A centre or a professional opens; a place is chosen in Dónde; a service or a symptom is searched for. */
function usePick(input: RefObject<HTMLInputElement | null>) {
  const navigate = useNavigate()
  return (suggestion: Suggestion) => {
    if (suggestion.kind === 'center' || suggestion.kind === 'professional') {
      const isProfessional = suggestion.kind === 'professional'
      return void navigate({
        to: '/centers/$centerId',
        params: { centerId: suggestion.centerId },
        ...(isProfessional && { hash: professionalAnchor(suggestion.professionalId) }),
      })
    }
    if (!input.current) return
    if (suggestion.kind === 'place') choosePlace(input.current, suggestion.slug)
    else searchFor(input.current, suggestion.label)
  }
}

function choosePlace(field: HTMLInputElement, slug: string): void {
  const near = field.form?.elements.namedItem('near')
  field.value = ''
  if (!(near instanceof HTMLSelectElement)) return
  near.value = slug
  near.dispatchEvent(new Event('change', { bubbles: true }))
}

function searchFor(field: HTMLInputElement, text: string): void {
  field.value = text
  field.form?.requestSubmit()
}
