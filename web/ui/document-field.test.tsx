// @vitest-environment happy-dom
import { act, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { press, renderScreen, settle } from '#web/testing/screen.tsx'
import { DocumentField, type DocumentFieldProps } from './document-field.tsx'
import { UnusablePicture } from './picture.ts'

vi.mock('./page-picture.ts', () => ({
  async preparePage(file: File) {
    if (file.name.startsWith('rota')) throw new UnusablePicture('Ese archivo no es una imagen.')
    return new File(['x'.repeat(file.size)], file.name, { type: 'image/jpeg' })
  },
}))

const documentLimits: DocumentFieldProps['limits'] = {
  isPdf: async (file) => (await file.text()).startsWith('%PDF'),
  maxBytes: 10_000_000,
  tooLarge: 'El documento puede pesar hasta 10 MB',
  maxPictures: 10,
  tooManyPictures: 'Un documento puede tener hasta 10 fotos',
  pagePixels: 1000,
}

/** The start of a JPEG. */
const start = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])
const picture = (name: string) => new File([start], name, { type: 'image/jpeg' })
const pdf = new File(['%PDF-1.7\n'], 'titulo.pdf', { type: '' })

let chosen: readonly File[] = []
function Field() {
  const [value, setValue] = useState<readonly File[]>([])
  const change = (next: readonly File[]) => {
    chosen = next
    setValue(next)
  }
  return <DocumentField label="Título" value={value} onChange={change} limits={documentLimits} />
}

async function choose(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]:not([capture])')
  if (!input) throw new Error('no file input')
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
  await settle()
}

const names = () => chosen.map(({ name }) => name)
const alert = () => document.querySelector('[role=alert]')?.textContent ?? ''
const said = () => document.querySelector('[role=status]')?.textContent

beforeEach(async () => {
  chosen = []
  await renderScreen(<Field />)
})

test('pictures are added, put in order and removed by buttons, and screen readers hear it', async () => {
  await choose(picture('a.jpg'), picture('b.jpg'))
  await choose(picture('c.jpg'))
  expect(names()).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  expect(document.body.textContent).toContain('3 fotos')
  await press('Poner antes la foto 3')
  expect([names(), said()]).toEqual([['a.jpg', 'c.jpg', 'b.jpg'], 'La foto 3 pasó al lugar 2 de 3.'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Poner antes la foto 2')
  await press('Poner antes la foto 2')
  expect(document.activeElement?.getAttribute('aria-label'), 'the first one only moves down').toBe(
    'Poner después la foto 1',
  )
  await press('Quitar la foto 2')
  expect([names(), said()]).toEqual([['c.jpg', 'b.jpg'], 'Quitaste la foto 2. Quedan 2.'])
})

test('a PDF replaces the pictures, and is one whatever its declared type', async () => {
  await choose(picture('a.jpg'))
  await choose(pdf)
  expect(chosen.map(({ name, type }) => [name, type])).toEqual([['titulo.pdf', 'application/pdf']])
  await choose(picture('b.jpg'))
  expect(names()).toEqual(['b.jpg'])
})

test('of several PDFs only the first is kept', async () => {
  await choose(pdf, new File(['%PDF-1.7\n'], 'otro.pdf'))
  expect(names()).toEqual(['titulo.pdf'])
})

test.for<[string, File[], string]>([
  [
    'a picture that cannot be opened',
    [picture('b.jpg'), picture('rota.jpg')],
    '«rota.jpg»: Ese archivo no es una imagen.',
  ],
  ['a text', [new File(['hola'], 'nota.pdf')], 'Ese archivo no es un PDF ni una foto'],
  ['an empty file', [new File([], 'a.jpg')], 'Ese archivo está vacío'],
  [
    'an eleventh picture',
    Array.from({ length: 10 }, () => picture('z.jpg')),
    'Un documento puede tener hasta 10 fotos',
  ],
])('%s is refused with what it is, and the earlier pictures stay', async ([, files, message]) => {
  await choose(picture('a.jpg'))
  await choose(...files)
  expect([alert(), names()]).toEqual([expect.stringContaining(message), ['a.jpg']])
})

test('a phone offers its camera in a button of its own, and its gallery in the other', () => {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')]
  expect(inputs.map((input) => [input.accept, input.multiple, input.getAttribute('capture')])).toEqual([
    ['image/*', false, 'environment'],
    ['application/pdf,.pdf,image/*', true, null],
  ])
})
