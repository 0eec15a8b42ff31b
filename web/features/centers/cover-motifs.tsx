import type { ReactNode } from 'react'

import type { ServiceSlug } from '#contract/specialties.ts'

/** Line drawings in a box of 160 by 160, one per service: strokes take their colour from the cover, the dot is its accent. */
export const motifs: Record<ServiceSlug, { lines: ReactNode; dot: { x: number; y: number } }> = {
  // A head with a winding thought.
  psicoterapia: {
    lines: (
      <>
        <path d="M54 142v-24c-17-9-27-25-27-44a51 51 0 0 1 102 0c0 7 4 12 9 20 2 4 1 7-4 8l-7 2v13c0 8-5 12-13 12h-12v13" />
        <path d="M56 84c-8-18 8-36 24-30s10 26-4 24-8-18 4-20 30 8 24 26-30 18-38 6" />
      </>
    ),
    dot: { x: 128, y: 30 },
  },
  // A body that stretches to one side.
  fisioterapia: {
    lines: (
      <>
        <circle cx="104" cy="46" r="13" />
        <path d="M32 142c20-1 34-12 40-34 4-17 6-30 18-40" />
        <path d="M84 74C66 64 58 46 66 22" />
        <path d="M92 72c14 2 24 10 30 22" />
        <path d="M72 108c22 4 42 14 52 34" />
      </>
    ),
    dot: { x: 62, y: 12 },
  },
  // A cup, for everyday activities.
  'terapia-ocupacional': {
    lines: (
      <>
        <path d="M34 70h78v32c0 24-16 38-39 38s-39-14-39-38z" />
        <path d="M112 78h8c14 0 20 8 20 17s-7 19-26 19" />
        <path d="M60 54c-9-11 9-17 0-29" />
        <path d="M86 54c-9-11 9-17 0-29" />
      </>
    ),
    dot: { x: 130, y: 44 },
  },
  // Speech, and the voice in it.
  logopedia: {
    lines: (
      <>
        <path d="M22 72c0-30 26-50 58-50s58 20 58 50-26 50-58 50c-8 0-15-1-21-3l-28 18 6-28C28 100 22 87 22 72z" />
        <path d="M48 72c6-22 13-22 18 0s12 22 18 0 12-22 18 0 8 16 12 6" />
      </>
    ),
    dot: { x: 138, y: 126 },
  },
  // An apple.
  nutricion: {
    lines: (
      <>
        <path d="M80 58c-18-15-56-9-56 32 0 32 22 56 40 56 8 0 8-4 16-4s8 4 16 4c18 0 40-24 40-56 0-41-38-47-56-32z" />
        <path d="M80 58c0-16 5-26 15-33" />
        <path d="M76 42C66 26 48 22 38 26c2 12 16 24 38 16z" />
      </>
    ),
    dot: { x: 112, y: 84 },
  },
  // Two bones that meet.
  osteopatia: {
    lines: (
      <>
        <path d="M58 14c6 26 2 40-8 50-12 12-8 30 8 32 8 1 14-2 22-2s14 3 22 2c16-2 20-20 8-32-10-10-14-24-8-50" />
        <path d="M54 148c4-14 2-20-4-26-8-8-2-18 10-16 8 1 12 4 20 4s12-3 20-4c12-2 18 8 10 16-6 6-8 12-4 26" />
      </>
    ),
    dot: { x: 128, y: 100 },
  },
  // A spine.
  quiropracticos: {
    lines: (
      <>
        <path d="M88 14c-22 20-22 42-6 62s14 46-10 70" />
        <path d="M62 26l34 10M54 46l36 4M56 70l34-6M70 92l32-12M74 114l34-6M64 138l34 6" />
      </>
    ),
    dot: { x: 96, y: 12 },
  },
  // A step forward.
  kinesiologia: {
    lines: (
      <>
        <circle cx="92" cy="26" r="13" />
        <path d="M88 52c-10 12-14 26-12 42 12 8 22 22 26 48" />
        <path d="M76 94c-4 20-18 36-42 44" />
        <path d="M86 56c-16 4-28 14-34 30" />
        <path d="M88 60c6 16 18 24 36 24" />
      </>
    ),
    dot: { x: 134, y: 120 },
  },
  // Stones, one on another.
  masajistas: {
    lines: (
      <>
        <path d="M22 124c0-14 24-21 58-21s58 7 58 21-24 22-58 22-58-8-58-22z" />
        <path d="M38 85c0-12 18-18 42-18s44 6 44 18-20 18-44 18-42-6-42-18z" />
        <path d="M54 51c0-10 12-16 27-16s27 6 27 16-12 16-27 16-27-6-27-16z" />
      </>
    ),
    dot: { x: 81, y: 18 },
  },
  // Hands that hold a light.
  reiki: {
    lines: (
      <>
        <path d="M18 92c8 32 30 50 58 50" />
        <path d="M142 92c-8 32-30 50-58 50" />
        <path d="M18 92c12-4 22 2 28 14 6 10 14 14 24 14" />
        <path d="M142 92c-12-4-22 2-28 14-6 10-14 14-24 14" />
        <path d="M80 20v-8M48 34l-6-6M112 34l6-6M36 66h-8M124 66h8" />
        <circle cx="80" cy="62" r="24" />
      </>
    ),
    dot: { x: 80, y: 62 },
  },
  // A pendulum and its swing.
  radiestesia: {
    lines: (
      <>
        <path d="M46 14c14 26 26 50 44 84" />
        <path d="M78 104l24-12c12 16 14 26 10 40-14-4-24-12-34-28z" />
        <path d="M24 100c10 16 20 26 34 34" />
        <path d="M34 76c4 10 8 16 14 22" />
      </>
    ),
    dot: { x: 46, y: 14 },
  },
  // Needles on a line of the body.
  acupuntura: {
    lines: (
      <>
        <path d="M12 128c26-26 50-30 72-18s40 8 64-16" />
        <path d="M44 108L30 44M80 108l2-70M118 102l18-62" />
        <path d="M26 28l4 16M82 20v18M140 24l-4 16" strokeWidth="9" />
      </>
    ),
    dot: { x: 80, y: 134 },
  },
  // A sprig.
  'terapias-complementarias': {
    lines: (
      <>
        <path d="M62 148c6-40 14-76 34-116" />
        <path d="M96 32c-4-12 0-20 8-26 8 10 6 20-8 26z" />
        <path d="M84 64c-22 0-34-10-36-26 20 0 32 8 36 26zM72 102c-22 2-38-8-42-24 22-2 36 6 42 24zM80 80c4-20 18-30 38-28 0 18-14 30-38 28zM68 120c6-20 22-28 42-24-2 18-18 28-42 24z" />
      </>
    ),
    dot: { x: 126, y: 122 },
  },
}
