// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import { maxTargets } from '#contract/moderation.ts'
import { renderScreen } from '#web/testing/screen.tsx'
import { useRowSelection } from './use-row-selection.ts'

const rows = Array.from({ length: maxTargets + 32 }, (_, index) => ({
  id: `row-${index}`,
  name: `Cuenta ${index}`,
  lastActionId: null,
}))

function Selection() {
  const { chosen, areAllChosen, chooseAll } = useRowSelection(rows)
  return (
    <button type="button" aria-pressed={areAllChosen} onClick={() => chooseAll(!areAllChosen)}>
      {chosen.length}
    </button>
  )
}

test('of more rows than one action takes, all are chosen once the first ones are, and the next press clears them', async () => {
  await renderScreen(<Selection />)
  const button = document.querySelector('button') as HTMLButtonElement
  const press = async () => {
    await act(async () => button.click())
    return [button.textContent, button.getAttribute('aria-pressed')]
  }
  expect(await press()).toEqual([`${maxTargets}`, 'true'])
  expect(await press()).toEqual(['0', 'false'])
})
