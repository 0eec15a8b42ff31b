import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { AccountCorner } from '#web/features/shell/account-corner.tsx'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { scrollAreaId } from './scroll-area.ts'
import { useHasSideNav } from './use-has-side-nav.ts'
import { BottomBar, SideNav } from './work-nav.tsx'
import type { WorkSection } from './work-section.ts'

/** How far a key scrolls, in heights of the area; Home and End go to its ends. */
const steps: Record<string, number> = { PageDown: 0.9, PageUp: -0.9, ' ': 0.9, ArrowDown: 0.08, ArrowUp: -0.08 }
const ends: Record<string, 'start' | 'end'> = { Home: 'start', End: 'end' }
/** These use such keys themselves, or lie above the area. */
const withOwnKeys =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=grid]'
const controls = 'a, button, summary, label'

export type WorkShellProps = {
  /** The workplace: the centre's name, «Administración». */
  title: ReactNode
  heading: string
  headingRef?: RefObject<HTMLHeadingElement | null>
  /** The section's toolbar says where the user is, so the heading is only for screen readers. */
  headingHidden?: boolean
  sections: readonly WorkSection[]
  /** Names the navigation for screen readers. */
  navLabel: string
  /** Below the logo: which of several workplaces this is. */
  place?: ReactNode
  finder?: ReactNode
  /** The times of the section, for the note about Uruguay's zone. */
  instants: readonly string[]
  /** The content reaches the edges of the scroll area, and may be wider: what stays in view is `sticky left-0 w-[100cqi]`. */
  isFull?: boolean
  children: ReactNode
}

const headingId = 'work-section'
const ToolbarSlot = createContext<HTMLElement | null>(null)

/**
 * The frame of a dashboard: navigation beside it, or below it on a phone, one toolbar row, and one area that scrolls. It fills
 * the window, and has no footer.
 */
export function WorkShell(props: WorkShellProps) {
  const { title, heading, headingRef, headingHidden, sections, navLabel, place, finder, instants, isFull, children } =
    props
  const hasSideNav = useHasSideNav()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const scroller = useRef<HTMLElement>(null)
  useScrollKeys(scroller)
  useFirstFocus()

  return (
    <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] lg:grid-cols-[13rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)] print:block">
      {hasSideNav && <SideNav sections={sections} label={navLabel} place={place} title={title} />}
      <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-col outline-none print:block">
        <ZoneNote instants={instants} className="border-b border-line px-4 py-1 sm:px-6">
          <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-2 border-b border-line bg-ground px-4 py-1 sm:px-6 print:hidden">
            <div
              className={classNames(
                'min-w-0 py-1',
                headingHidden ? 'sr-only' : 'max-[22rem]:grow max-[22rem]:basis-20',
              )}
            >
              <h1 className="truncate font-sans text-sm leading-5 cramped:leading-snug cramped:whitespace-normal font-normal tracking-normal text-ink-soft lg:sr-only">
                {title}
              </h1>
              <h2
                ref={headingRef}
                id={headingId}
                tabIndex={-1}
                className={classNames(
                  'truncate text-xl leading-7 cramped:leading-snug cramped:whitespace-normal max-[22rem]:text-base max-[22rem]:leading-snug max-[22rem]:whitespace-normal',
                  headingHidden && 'sr-only',
                )}
              >
                {heading}
              </h2>
            </div>
            <div ref={setSlot} className="contents" />
            <div className="ml-auto flex items-center gap-1">
              {finder}
              <AccountCorner />
            </div>
          </div>
          {/* Focusable, because it may contain no control, and some browsers don't focus an area that scrolls. */}
          <section
            ref={scroller}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls has to take the focus.
            tabIndex={0}
            aria-labelledby={headingId}
            data-scroll-restoration-id={scrollAreaId}
            className="@container relative min-h-0 grow scroll-pt-16 scroll-pb-4 overflow-auto overscroll-contain -outline-offset-2 low:overflow-y-visible print:overflow-visible"
          >
            <div
              className={
                isFull
                  ? 'w-min min-w-full'
                  : 'mx-auto grid w-full max-w-page min-w-0 grid-cols-[minmax(0,1fr)] gap-5 px-4 py-5 sm:px-6'
              }
            >
              <ToolbarSlot value={slot}>{children}</ToolbarSlot>
            </div>
          </section>
        </ZoneNote>
      </main>
      {!hasSideNav && <BottomBar sections={sections} label={navLabel} place={place} />}
    </div>
  )
}

export function WorkToolbar({ children }: { children: ReactNode }) {
  const slot = useContext(ToolbarSlot)
  return slot && createPortal(children, slot)
}

/** Keys that scroll go to the focused element: after a reload that is the page, which doesn't scroll. */
function useFirstFocus(): void {
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  }, [])
}

/**
 * The keys that scroll a page also scroll this area while the focus is outside of it: on the navigation, the toolbar or the
 * page itself. Inside the area the browser scrolls it.
 */
function useScrollKeys(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { current: box } = area
      if (!box || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const top = scrollTopAfter({ event, box })
      if (top === undefined) return
      event.preventDefault()
      box.scrollTo({ top })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [area])
}

function scrollTopAfter({ event, box }: { event: KeyboardEvent; box: HTMLElement }): number | undefined {
  const { target, key, shiftKey } = event
  if (!(target instanceof Element) || target.closest(withOwnKeys) || box.contains(target)) return undefined
  // On a low window the page itself scrolls.
  if (box.scrollHeight <= box.clientHeight) return undefined
  const isPageKey = key === 'PageDown' || key === 'PageUp'
  if (!isPageKey && target.closest(controls)) return undefined
  const end = ends[key]
  if (end) return end === 'start' ? 0 : box.scrollHeight
  const step = steps[key]
  return step === undefined ? undefined : box.scrollTop + step * box.clientHeight * (key === ' ' && shiftKey ? -1 : 1)
}
