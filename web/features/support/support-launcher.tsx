import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { errorMessage } from '#web/platform/error-message.ts'
import { serverDate } from '#web/platform/server-time.ts'
import { useIdle } from '#web/platform/use-idle.ts'
import { classNames } from '#web/ui/class-names.ts'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { loadToastCard } from '#web/ui/load-toast-card.ts'
import { toast } from '#web/ui/toast.ts'
import MessageCircleQuestion from '~icons/lucide/message-circle-question-mark'
import X from '~icons/lucide/x'
import { liftOf } from './launcher-place.ts'
import { OnlineBadge } from './online-badge.tsx'
import { isSupportOpen } from './support-hours.ts'
import type { SupportPanelProps } from './support-panel.tsx'

const debounceMs = 120

const controlsOf = (launcher: Element) =>
  [...document.querySelectorAll('main :is(a, button, input, select, summary), footer :is(a, button)')].filter(
    (control) => !launcher.contains(control),
  )

type View = 'closed' | 'open' | 'minimised'

const loadPanel = () => import('./support-panel.tsx').then((m) => m.SupportPanel)
const preloadPanel = () => void loadPanel().catch(() => undefined)

/** The button that opens the support panel, once the page has nothing more urgent to do. The panel's code loads on demand. */
export function SupportLauncher() {
  const isIdle = useIdle()
  // Loaded now, so that a toast can report a lost connection later.
  useEffect(() => void loadToastCard(), [])
  useScrollAbove(isIdle)
  const isOnline = useIsSupportOpen()
  const launcher = useRef<HTMLButtonElement>(null)
  const [view, setView] = useState<View>('closed')
  const [Panel, setPanel] = useState<ComponentType<SupportPanelProps>>()
  const [isLoading, setLoading] = useState(false)

  async function open() {
    setLoading(true)
    try {
      const panel = await loadPanel()
      setPanel(() => panel)
      setView('open')
    } catch (error) {
      toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
    }
    setLoading(false)
  }

  function leave(next: 'closed' | 'minimised') {
    setView(next)
    focusAfterRender(launcher)
  }

  const place = useRef<HTMLDivElement>(null)
  useLauncherPlace(place, isIdle && view !== 'open')

  if (!isIdle) return null
  return (
    <div className="print:hidden">
      {view !== 'open' && (
        <div
          ref={place}
          data-launcher
          className="fixed right-3 bottom-3 z-30 flex [transform:translateY(calc(-1*var(--bottom-bar)))] items-center rounded-full border border-line bg-panel text-ink shadow-float transition-[translate] sm:right-5 sm:bottom-5"
        >
          <button
            ref={launcher}
            type="button"
            aria-haspopup="dialog"
            aria-busy={isLoading || undefined}
            onClick={() => void open()}
            onPointerEnter={preloadPanel}
            onFocus={preloadPanel}
            className="relative flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full px-3 font-semibold transition-colors hover:bg-sand"
          >
            <MessageCircleQuestion aria-hidden="true" className="size-6 shrink-0 text-action" />
            <span className={classNames(view === 'closed' && 'max-sm:sr-only')}>Soporte</span>
            {view === 'minimised' && <span className="sr-only">, minimizado</span>}
            {isOnline && view === 'closed' && <OnlineBadge isSmall />}
          </button>
          {view === 'minimised' && (
            <IconButton
              label="Cerrar el soporte"
              icon={<X aria-hidden="true" className="size-5" />}
              onClick={() => leave('closed')}
              className="rounded-full"
            />
          )}
        </div>
      )}
      {Panel && <Panel isOpen={view === 'open'} isOnline={isOnline} onLeave={leave} />}
    </div>
  )
}

/** Scrolling to a focused control stops above the button. */
function useScrollAbove(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined
    const { style } = document.documentElement
    style.scrollPaddingBottom = 'calc(5rem + var(--bottom-bar))'
    return () => {
      style.scrollPaddingBottom = ''
    }
  }, [isShown])
}

/** Follows the clock while the page stays open. */
function useIsSupportOpen(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const check = () => setOpen(isSupportOpen(serverDate()))
    check()
    const timer = setInterval(check, 20_000)
    return () => clearInterval(timer)
  }, [])
  return isOpen
}

/** Moves the button up where it would cover a control of the page, after each scroll and resize. */
function useLauncherPlace(launcher: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const { current: element } = launcher
    if (!isShown || !element) return undefined
    const place = () => {
      const box = rectOf(element)
      // Without the lift, whose transition may be under way.
      const unliftedBox = {
        ...box,
        top: innerHeight - Number.parseFloat(getComputedStyle(element).bottom) - box.height,
      }
      const lift = liftOf({ box: unliftedBox, controls: controlsOf(element).map(rectOf), maxLiftPx: innerHeight / 2 })
      element.style.translate = lift === 0 ? '' : `0 ${-lift}px`
    }
    let timer = setTimeout(place, 0)
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(place, debounceMs)
    }
    const listening = new AbortController()
    addEventListener('scroll', later, { passive: true, signal: listening.signal })
    addEventListener('resize', later, { signal: listening.signal })
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [launcher, isShown])
}

function rectOf(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}
