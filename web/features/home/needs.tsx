import type { ReactNode } from 'react'

export type Need = {
  label: string
  /** Who helps, in a few words. */
  help: string
  /** What the search is asked. */
  q: string
  drawing: ReactNode
}

const ink = 'stroke-action'
const path = 'stroke-path'

/**
 * What brings most people here. Each drawing is the path, which passes through what hurts or is missing, and ends at its clay
 * stop.
 */
export const needs: readonly Need[] = [
  {
    label: 'Me duele la espalda',
    help: 'Fisioterapia, osteopatía, masajes',
    q: 'dolor de espalda',
    drawing: (
      <>
        <path className={path} strokeWidth="7" d="M48 30c-5 10 5 16 0 28s4 16 0 27" />
        <circle className={ink} cx="48" cy="13" r="9" />
        <path className={ink} d="M42 26c-14 2-22 7-24 16l-5 34M54 26c14 2 22 7 24 16l5 34M31 46l3 40M65 46l-3 40" />
        <circle className="fill-clay stroke-clay" cx="49" cy="66" r="4" />
      </>
    ),
  },
  {
    label: 'Ansiedad, ánimo o estrés',
    help: 'Psicoterapia, en persona u online',
    q: 'ansiedad',
    drawing: (
      <>
        <path className={path} strokeWidth="7" d="M12 78c16 6 20-14 34-10s20 12 38 4" />
        <path
          className={ink}
          d="M30 60V46c-8-5-10-13-8-20C25 14 36 8 48 10c13 2 21 12 21 23l6 12-7 3v9c0 3-3 4-6 4h-8"
        />
        <path className={ink} d="M38 30c0-6 5-9 9-9s9 3 9 9-6 8-6 8-6 1-6 6 5 6 7 4" />
        <circle className="fill-clay stroke-clay" cx="84" cy="72" r="4" />
      </>
    ),
  },
  {
    label: 'Le cuesta hablar o aprender',
    help: 'Fonoaudiología y terapia ocupacional',
    q: 'fonoaudiología para niños',
    drawing: (
      <>
        <path className={path} strokeWidth="7" d="M10 82c20 2 22-12 36-10s18 12 40 2" />
        <path
          className={ink}
          d="M16 20h44a8 8 0 0 1 8 8v20a8 8 0 0 1-8 8H38L26 68V56H16a8 8 0 0 1-8-8V28a8 8 0 0 1 8-8Z"
        />
        <path className={ink} d="M20 46l6-16 6 16M22 41h8M40 30v16h5a4 4 0 0 0 0-8h-5 4a4 4 0 0 0 0-8h-4" />
        <path className={ink} d="M74 26c6 3 6 14 0 18M80 20c10 6 10 24 0 30" />
        <circle className="fill-clay stroke-clay" cx="86" cy="74" r="4" />
      </>
    ),
  },
  {
    label: 'Volver a moverme',
    help: 'Después de una lesión o una operación',
    q: 'rehabilitación',
    drawing: (
      <>
        <path className={path} strokeWidth="7" d="M8 84c22 0 26-12 42-12s20 10 38 8" />
        <circle className={ink} cx="54" cy="16" r="7" />
        <path className={ink} d="M50 28 42 50l16 8 4 20M44 46l-8 14-16 8M48 32l-14 8-4 12M50 30l12 10 12-2" />
        <circle className="fill-clay stroke-clay" cx="88" cy="80" r="4" />
      </>
    ),
  },
  {
    label: 'Comer mejor',
    help: 'Nutrición, con un plan para ti',
    q: 'nutrición',
    drawing: (
      <>
        <path className={path} strokeWidth="7" d="M10 84c18-4 24 2 38-2s22-8 40-4" />
        <path
          className={ink}
          d="M48 26c-10-8-26-2-26 16s14 34 22 34c3 0 2-2 4-2s1 2 4 2c8 0 22-16 22-34S58 18 48 26Z"
        />
        <path className={ink} d="M48 26c0-8 2-14 8-18M50 14c-8 2-14-2-16-8 8-2 14 2 16 8Z" />
        <circle className="fill-clay stroke-clay" cx="88" cy="78" r="4" />
      </>
    ),
  },
  {
    label: 'Aflojar y descansar',
    help: 'Masajes, reiki y acupuntura',
    q: 'masajes',
    drawing: (
      <>
        <path className={path} strokeWidth="7" d="M8 80c16-8 24 6 40 0s20-8 40-2" />
        <path className={ink} d="M12 62c10-10 24-2 34-2h26c6 0 6-8 0-8H54" />
        <path className={ink} d="M12 62v-16c8-4 16-2 22 4l8 2h12" />
        <path className={ink} d="M40 34c-6-6-4-12 0-16s2-8 0-10M56 34c-6-6-4-12 0-16s2-8 0-10" />
        <circle className="fill-clay stroke-clay" cx="88" cy="78" r="4" />
      </>
    ),
  },
]

export function NeedDrawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 96 92"
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="h-16 w-auto shrink-0 sm:h-20"
    >
      {children}
    </svg>
  )
}
