// @vitest-environment happy-dom
import { act, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'

import { tolerateTranslators } from './translated-text.ts'

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  tolerateTranslators()
})

function shownTexts(): Text[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  return found
}

/** As Chrome's translator does: each text goes into two `font` elements; `replaced` texts are taken away for a new one. */
const intoFonts = (replaced: boolean) => () => {
  for (const text of shownTexts()) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    outer.append(inner)
    text.replaceWith(outer)
    inner.append(replaced ? `[${text.data}]` : text)
  }
}

/** As a translator does that puts a new text where each text was. */
function textByText(): void {
  for (const text of shownTexts()) {
    text.before(document.createTextNode(`[${text.data}]`))
    text.remove()
  }
}

/** As Safari's translator does: the texts of a paragraph go, in any order, and others come, in another order and number. */
function paragraphByParagraph(): void {
  for (const [parent, texts] of Map.groupBy(shownTexts(), (text) => text.parentNode)) {
    for (const text of texts.toReversed()) text.remove()
    parent?.append(`[${texts.map(({ data }) => data).join('')}]`)
  }
}

/** Texts beside elements, texts that change, and texts that come and go: what a chosen time changes on a page. */
function Times({ onReady }: { onReady: (choose: (time: string | undefined) => void) => void }) {
  const [time, setTime] = useState<string>()
  onReady(setTime)
  return (
    <p>
      Tu hora: {time}
      {time === undefined ? 'elige una' : <b>guardada</b>}
      {time !== undefined && ' por diez minutos'}
      <i>fin</i>
    </p>
  )
}

test.each([
  ['left alone', () => undefined],
  ['moved', intoFonts(false)],
  ['replaced', intoFonts(true)],
  ['replaced text by text', textByText],
  ['replaced paragraph by paragraph', paragraphByParagraph],
])('a page whose texts a translator has %s changes and removes them', async (_, translate) => {
  document.body.replaceChildren(document.createElement('main'))
  let choose: (time: string | undefined) => void = () => undefined
  const root = createRoot(document.querySelector('main') ?? document.body)
  await act(async () =>
    root.render(
      <StrictMode>
        <Times onReady={(set) => (choose = set)} />
      </StrictMode>,
    ),
  )
  expect(document.body.textContent).toBe('Tu hora: elige unafin')
  for (const [time, shown] of [
    ['09:30', 'Tu hora: 09:30guardada por diez minutosfin'],
    ['10:00', 'Tu hora: 10:00guardada por diez minutosfin'],
    [undefined, 'Tu hora: elige unafin'],
  ] as const) {
    for (const run of [translate, translate]) {
      run()
      // The observer notes replacements before the visitor can press anything.
      await new Promise((resolve) => setTimeout(resolve))
    }
    await act(async () => choose(time))
    expect(document.body.textContent?.replaceAll(/[[\]]/g, '')).toBe(shown)
  }
  await act(async () => root.unmount())
  expect(document.body.textContent).toBe('')
})
