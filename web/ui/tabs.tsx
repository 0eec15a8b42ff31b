import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react'
import { classNames } from './class-names.ts'

export type Tab = {
  id: string
  label: string
  icon?: ReactNode
  count?: number
  /** The tab's address: with it the tab works before hydration and opens in a new window. */
  href?: string
}

export type TabsProps = {
  /** Names the row for screen readers. */
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (id: string) => void
  children: ReactNode
  className?: string
}

const step: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export function Tabs({ label, tabs, value, onChange, children, className }: TabsProps) {
  const id = useId()

  // On a phone the row may be wider than the screen: the open tab is moved to its middle. scrollIntoView would also move the page.
  useEffect(() => {
    const tab = document.getElementById(`${id}-${value}`)
    const row = tab?.parentElement
    if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [id, value])

  function move(event: KeyboardEvent<HTMLElement>, index: number) {
    const target = tabs[step[event.key]?.(index, tabs.length) ?? -1]
    if (!target) return
    event.preventDefault()
    document.getElementById(`${id}-${target.id}`)?.focus()
    onChange(target.id)
  }

  return (
    <div className={className}>
      <div
        role="tablist"
        aria-label={label}
        className="scrollbar-none relative flex w-0 min-w-full gap-1 overflow-x-auto border-b border-line p-1 pb-0"
      >
        {tabs.map((tab, index) => {
          const open = tab.id === value
          const Element = (tab.href ? 'a' : 'button') as 'a'
          return (
            <Element
              key={tab.id}
              id={`${id}-${tab.id}`}
              role="tab"
              {...(tab.href ? { href: tab.href } : { type: 'button' })}
              aria-selected={open}
              aria-controls={open ? `${id}-panel` : undefined}
              tabIndex={open ? 0 : -1}
              onKeyDown={(event) => move(event, index)}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                onChange(tab.id)
              }}
              className={classNames(
                'relative inline-flex min-h-11 shrink-0 items-center gap-2 rounded-t-control border-b-3 px-4 font-medium max-sm:px-2.5 whitespace-nowrap transition-colors [&_svg]:size-5',
                open
                  ? 'border-action text-action'
                  : 'border-transparent text-ink-soft hover:border-control hover:text-ink forced-colors:border-none',
              )}
            >
              {tab.icon}
              {tab.label}
              {tab.count !== undefined && tab.count > 0 && (
                <span className="rounded-full bg-sand px-2 text-sm text-ink tabular-nums">{tab.count}</span>
              )}
            </Element>
          )
        })}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className="pt-6">
        {children}
      </div>
    </div>
  )
}
