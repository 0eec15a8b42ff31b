import type { KeyboardEvent, ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import { classNames } from './class-names.ts'
import { panelClass, usePanel } from './use-panel.ts'

export type MenuItem =
  | { id: string; label: string; icon?: ReactNode; href: string; badge?: ReactNode }
  | { id: string; label: string; icon?: ReactNode; onSelect: () => void; isDangerous?: boolean }
  | { id: string; separator: true }

export type MenuProps = {
  /** Name of the button: "Tu cuenta", "Acciones de Ana Pérez". */
  label: string
  /** The button's content: an icon, an avatar. */
  trigger: ReactNode
  items: readonly MenuItem[]
  /** The button's style; a plain 44 px square by default. */
  triggerClassName?: string
}

const row =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-left focus-visible:outline-none [&_svg]:size-5 [&_svg]:shrink-0'
const dangerousRow = 'text-red hover:bg-red-soft focus:bg-red-soft'
const plainRow = 'hover:bg-action-soft focus:bg-action-soft [&_svg]:text-ink-soft'

/** Actions and links behind one button, with a menu's keys: arrows, Home, End, first letters, Escape. */
export function Menu({ label, trigger, items, triggerClassName }: MenuProps) {
  const { open, close, triggerProps, panelProps } = usePanel()

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    const letter = event.key.length === 1 && event.key !== ' ' ? event.key.toLocaleLowerCase('es') : undefined
    const target = letter
      ? [...rows.slice(at + 1), ...rows].find((element) =>
          element.textContent?.toLocaleLowerCase('es').startsWith(letter),
        )
      : {
          ArrowDown: rows[(at + 1) % rows.length],
          ArrowUp: rows.at(at < 1 ? -1 : at - 1),
          Home: rows[0],
          End: rows.at(-1),
        }[event.key]
    if (target) {
      event.preventDefault()
      target.focus()
    } else panelProps.onKeyDown(event)
  }

  return (
    <>
      <button
        {...triggerProps}
        type="button"
        aria-haspopup="menu"
        aria-label={label}
        className={
          triggerClassName ??
          'inline-flex size-11 items-center justify-center rounded-control text-ink-soft transition-colors hover:bg-sand hover:text-ink'
        }
      >
        {trigger}
      </button>
      {open && (
        <div
          {...panelProps}
          role="menu"
          aria-label={label}
          onKeyDown={onKeyDown}
          className={classNames(panelClass, 'min-w-52 p-1.5')}
        >
          {items.map((item) => (
            <MenuRow key={item.id} item={item} onChosen={close} />
          ))}
        </div>
      )}
    </>
  )
}

function MenuRow({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  if ('separator' in item) return <hr className="my-1.5 border-line" />
  if ('href' in item)
    return (
      <Anchor href={item.href} role="menuitem" tabIndex={-1} onClick={onChosen} className={classNames(row, plainRow)}>
        {item.icon}
        {item.label}
        {item.badge && <span className="ml-auto">{item.badge}</span>}
      </Anchor>
    )
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        onChosen()
        item.onSelect()
      }}
      className={classNames(row, item.isDangerous ? dangerousRow : plainRow)}
    >
      {item.icon}
      {item.label}
    </button>
  )
}
