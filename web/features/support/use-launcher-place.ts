import { type RefObject, useEffect } from 'react'

import { liftOf } from './launcher-place.ts'

const debounceMs = 120

/** Moves the button up where it would cover a control of the page, after each scroll and resize. */
export function useLauncherPlace(launcher: RefObject<HTMLElement | null>, isShown: boolean): void {
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

const controlsOf = (launcher: Element) =>
  [...document.querySelectorAll('main :is(a, button, input, select, summary), footer :is(a, button)')].filter(
    (control) => !launcher.contains(control),
  )

function rectOf(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}
