// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'

import { renderScreen } from '#web/testing/screen.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import sprite from '../ui/drawings.svg?raw'
import { drawingNames } from './drawings.ts'
import { Gallery } from './gallery.tsx'

const specimens = Object.values(
  import.meta.glob<string>('./*.tsx', { eager: true, query: '?raw', import: 'default' }),
).join('\n')

/** Parts of the components, which show them, and what people never see. */
const parts = new Set([
  ...[
    'crop-dialog',
    'crop-stage',
    'dialog-popup',
    'document-pages',
    'drop-zone',
    'field',
    'file-input',
    'honeypot',
    'icon',
    'picture-choosers',
  ],
  ...['toast-card', 'use-discard-question'],
])

test('the page of components shows every component of the design system', () => {
  const names = Object.keys(import.meta.glob('../ui/*.tsx'))
    .map((file) => file.replace('../ui/', '').replace('.tsx', ''))
    .filter((name) => !name.includes('.test') && !parts.has(name))
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !specimens.includes(`#web/ui/${name}.tsx'`))).toEqual([])
})

test('the page of components renders each of them under its name', async () => {
  await renderScreen(<Gallery />)
  const shown = [...document.querySelectorAll('h3')].map((heading) => heading.textContent)
  for (const name of ['Button', 'TextField', 'DayStrip', 'BarChart', 'Banner', 'Pagination'])
    expect(shown).toContain(name)
})

test('every drawing of an empty place is in the file, small, and of the same two colours', () => {
  const symbols = [...sprite.matchAll(/<symbol id="(\w+)"[^>]*>(.*?)<\/symbol>/gsu)]
  expect(symbols.map(([, id]) => id)).toEqual(['sprig', ...drawingNames])
  for (const [, id, lines = ''] of symbols) {
    expect(lines.length, id).toBeLessThan(1200)
    const colors = [...lines.matchAll(/(?:fill|stroke)="([^"]+)"/gu)].map(([, color = '']) => color)
    expect(
      colors.filter((color) => !/^var\(--color-(?:panel|clay|clay-soft|path)\)$/u.test(color)),
      id,
    ).toEqual([])
  }
})

test('an empty place shows its drawing as decoration', async () => {
  await renderScreen(
    <EmptyState drawing="chat" title="Todavía no hay mensajes">
      Aparecen aquí.
    </EmptyState>,
  )
  const drawing = document.querySelector('svg[aria-hidden="true"]')
  expect(drawing?.innerHTML).toMatch(/drawings[^"]*#chat"/u)
})

test('a picture that cannot be loaded says so', async () => {
  await renderScreen(<Gallery />)
  expect(document.body.textContent).not.toContain('Error al cargar imagen')
  const picture = document.querySelector('img[alt="Una foto"]')
  await act(async () => picture?.dispatchEvent(new Event('error')))
  expect(document.body.textContent).toContain('Error al cargar imagen')
})

test('a portrait that cannot be loaded says so where it is large, and is a letter where it is small', async () => {
  await renderScreen(<Gallery />)
  const portraits = [...document.querySelectorAll('img[width="72"], img[width="48"]')]
  expect(portraits).toHaveLength(2)
  for (const portrait of portraits) await act(async () => portrait.dispatchEvent(new Event('error')))
  const shown = [...document.querySelectorAll('span.rounded-full')].map(({ textContent }) => textContent)
  expect(shown).toContain('Error al cargar imagen')
  expect(shown).toContain('D')
})
