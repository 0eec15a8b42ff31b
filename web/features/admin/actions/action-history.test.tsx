// @vitest-environment happy-dom
import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import type { RecordedAction } from '#contract/moderation.ts'
import { renderScreen } from '#web/testing/screen.tsx'
import { ActionHistory } from './action-history.tsx'

vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi(() => ({}))
  return { useApi: () => tools }
})

test('the record of «Marca y textos» says which fields changed, as they were and as they are', async () => {
  const action: RecordedAction = {
    ...{ id: crypto.randomUUID(), at: '2026-11-20T12:00:00.000Z', moderatorName: 'Ana', actionType: 'update' },
    ...{ reason: 'Nos mudamos.', targetId: crypto.randomUUID(), targetName: 'Senda' },
    targetType: 'operator',
    ...{ details: {}, undoneBy: null, can: { undo: false } },
    changes: [
      { field: 'address', before: '', after: 'Bulevar Artigas 100' },
      { field: 'supportHours', before: 'Lunes a viernes', after: 'Todos los días' },
    ],
  }
  await renderScreen(<ActionHistory actions={[action]} withTargets />)
  const rows = screen.getAllByRole('term').map((term) => term.parentElement?.textContent?.replaceAll(/\s+/g, ' '))
  expect(rows).toEqual([
    'Dirección: vacío → ahora Bulevar Artigas 100',
    'Cuándo respondemos: Lunes a viernes → ahora Todos los días',
  ])
})
