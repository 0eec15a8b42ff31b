import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'

import { foldText } from '#contract/folded-text.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

import type { WorkSection } from '../work-section.ts'

export type PaletteChoice = {
  id: string
  label: string
  /** The label is the name of a person or a centre, which must not be translated. */
  isName?: boolean
  description?: ReactNode
  icon: ReactNode
  group: string
  link: LinkProps
}

export type PaletteDialogProps = {
  open: boolean
  onClose: () => void
  /** The label is like «Paciente, cita, profesional o sección». */
  label: string
  typed: string
  onType: (text: string) => void
  sections: readonly WorkSection[]
  results: readonly PaletteChoice[]
  pending: boolean
  /** Replaces the results when the search failed. */
  problem?: string
}

export function PaletteDialog(props: PaletteDialogProps) {
  const { open, onClose, label, typed, onType, sections, results, pending, problem } = props
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const choices = [...results, ...sectionChoices({ sections, typed })]

  function choose(id: string) {
    const choice = choices.find((each) => each.id === id)
    if (!choice) return
    onClose()
    void navigate(choice.link)
  }

  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Buscar" initialFocus={input}>
      <div className="pb-2">
        <ComboboxField
          ref={input}
          label={label}
          value={typed}
          onType={onType}
          maxLength={100}
          options={choices}
          onChoose={choose}
          pending={pending}
          message={
            problem ?? (choices.length === 0 && !pending ? `No encontramos nada con «${typed.trim()}».` : undefined)
          }
        />
      </div>
    </Dialog>
  )
}

function sectionChoices({ sections, typed }: Pick<PaletteDialogProps, 'sections' | 'typed'>): PaletteChoice[] {
  const text = foldText(typed)
  return sections
    .filter(({ label }) => foldText(label).includes(text))
    .map(({ id, label, Icon, link }) => ({
      id: `section-${id}`,
      label,
      icon: <Icon aria-hidden="true" />,
      group: 'Secciones',
      link,
    }))
}
