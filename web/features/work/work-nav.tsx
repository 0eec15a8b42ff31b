import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { brand } from '#contract/brand.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog, opensDialog } from '#web/ui/dialog.tsx'
import { Logo } from '#web/ui/logo.tsx'
import Ellipsis from '~icons/lucide/ellipsis'

import { splitForBar, type WorkSection } from './work-section.ts'

/**
 * By default a link is also current when the address has more parameters than the link: the link to the first section would
 * be current in every section.
 */
const onlyExact = { exact: true, includeSearch: true, explicitUndefined: true }

export type WorkNavProps = {
  sections: readonly WorkSection[]
  label: string
  place?: ReactNode
}

export function SideNav({ sections, label, place, title }: WorkNavProps & { title: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-col border-r border-line bg-sand print:hidden">
      <div className="grid gap-1 px-3 pt-1 pb-2">
        <HomeLink />
        {place || (
          <p aria-hidden="true" className="line-clamp-2 px-2 leading-snug font-semibold wrap-anywhere">
            {title}
          </p>
        )}
      </div>
      <nav aria-label={label} className="relative min-h-0 grow overflow-y-auto px-3 pt-1 pb-4">
        <SectionList sections={sections} />
      </nav>
    </div>
  )
}

/** Also shown while the page loads. */
export function HomeLink() {
  return (
    <Link
      to="/"
      aria-label={`${brand.name}, ir al inicio`}
      className="inline-flex min-h-12 items-center justify-self-start rounded-control px-1"
    >
      <Logo name={brand.name} />
    </Link>
  )
}

function SectionList({ sections, onChosen }: { sections: readonly WorkSection[]; onChosen?: () => void }) {
  return (
    <ul className="grid gap-0.5">
      {sections.map(({ id, label, Icon, link, isOpen, badge, isFirstOfGroup }) => (
        <li key={id} className={isFirstOfGroup ? 'mt-2 border-t border-line pt-2' : undefined}>
          <Link
            {...link}
            activeOptions={onlyExact}
            aria-current={isOpen ? 'page' : undefined}
            onClick={onChosen}
            className={classNames(
              'flex min-h-10 items-center gap-2.5 rounded-control px-2.5 -outline-offset-3 max-lg:min-h-12 pointer-coarse:min-h-11',
              isOpen ? 'bg-action-soft font-semibold text-action' : 'text-ink-soft hover:bg-panel hover:text-ink',
            )}
          >
            <Icon aria-hidden="true" className="size-5 shrink-0" />
            <span className="min-w-0 grow truncate">{label}</span>
            {badge && <CountBadge {...badge} />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function CountBadge({ count, text, className }: { count: number; text: string; className?: string }) {
  return (
    <span
      title={text}
      className={classNames(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-clay-strong px-1.5 text-sm leading-none cramped:text-[0.625rem] font-semibold text-ground tabular-nums',
        className,
      )}
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{`, ${text}`}</span>
    </span>
  )
}

/** The text is smaller than the scale of the pages, so that five words fit side by side on a phone. */
const barItem =
  'relative flex min-h-14 w-full cramped:min-h-11 flex-col items-center justify-center gap-0.5 text-[0.75rem] leading-tight tracking-tight -outline-offset-3'

/** Beside the icon: on a narrow phone it is smaller, so that «99+» fits and the icon stays visible. */
const barBadge =
  'absolute top-0.5 left-[calc(50%+0.5rem)] max-[22rem]:left-[calc(50%+0.25rem)] max-[22rem]:h-4 max-[22rem]:min-w-4 max-[22rem]:px-1 max-[22rem]:text-[0.6875rem]'

/** The navigation of a phone: four sections, and the others in a sheet. */
export function BottomBar({ sections, label, place }: WorkNavProps) {
  const [isSheetOpen, setSheetOpen] = useState(false)
  const { onBar, inSheet } = splitForBar(sections)
  const openInSheet = inSheet.find(({ isOpen }) => isOpen)
  const waiting = inSheet.flatMap(({ badge }) => badge ?? [])
  if (sections.length === 0) return null
  return (
    <div
      data-sticky-bar=""
      className="overflow-x-clip border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] low:sticky low:bottom-0 low:z-20 print:hidden"
    >
      <nav aria-label={label}>
        <ul className="grid auto-cols-fr grid-flow-col cramped:grid-flow-row cramped:grid-cols-6 cramped:*:col-span-2 cramped:[&>:nth-child(n+4)]:col-span-3">
          {onBar.map(({ id, label: name, Icon, link, isOpen, badge }) => (
            <li key={id} className="min-w-0">
              <Link
                {...link}
                activeOptions={onlyExact}
                aria-current={isOpen ? 'page' : undefined}
                className={classNames(barItem, isOpen ? 'font-semibold text-action' : 'text-ink-soft')}
              >
                <Icon aria-hidden="true" className="size-5.5" />
                <span className="max-w-full truncate">{name}</span>
                {badge && <CountBadge {...badge} className={barBadge} />}
              </Link>
            </li>
          ))}
          {inSheet.length > 0 && (
            <li className="min-w-0">
              <button
                type="button"
                aria-haspopup="dialog"
                {...opensDialog}
                onClick={() => setSheetOpen(true)}
                className={classNames(barItem, openInSheet ? 'font-semibold text-action' : 'text-ink-soft')}
              >
                <Ellipsis aria-hidden="true" className="size-5.5" />
                <span className="max-w-full truncate">Más</span>
                {waiting.length > 0 && (
                  <CountBadge
                    count={waiting.reduce((sum, { count }) => sum + count, 0)}
                    text={waiting.map(({ text }) => text).join(', ')}
                    className={barBadge}
                  />
                )}
              </button>
            </li>
          )}
        </ul>
      </nav>
      <Dialog open={isSheetOpen} onOpenChange={setSheetOpen} title="Más" size="small">
        <div className="grid gap-4 pb-3">
          {place}
          <nav aria-label="Más secciones">
            <SectionList sections={inSheet} onChosen={() => setSheetOpen(false)} />
          </nav>
        </div>
      </Dialog>
    </div>
  )
}
