import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { roles, staffRoles } from '#contract/roles.ts'
import { stormSize } from '#server/testing/storm.ts'
import { roleNames } from '#web/features/admin/actions/action-names.ts'
import { press, startScreens } from './screens.tsx'
import {
  accountCases,
  accountListCases,
  buildDeletedUser,
  buildStaff,
  type Offers,
  type OffersCase,
  type Staff,
  undoCases,
  users,
} from './staff-offers.ts'
import { centerCases, centerListCases, commissionCases, documentCases, reviewCases } from './staff-row-offers.ts'

// Each screen of staff is rendered for each kind of row, and each of its actions is then requested on another such row:
// what the screen shows is accepted, and what it hides is refused. `npm test` takes every second pair of a role and a row, so each
// row is seen by one role; `npm run storm` takes all.

const { platform, open } = await startScreens()

const share = stormSize({ short: staffRoles.length, long: 1 })
const forEachRole = <Row extends object>(rows: readonly Row[]) =>
  staffRoles.flatMap((role, i) => rows.filter((_, j) => (i + j) % share === 0).map((row) => ({ role, ...row })))

/** Whether the server accepts a request; a refusal may be an error, or the outcome of the row. */
async function isAccepted(request: Promise<unknown>): Promise<boolean> {
  try {
    const { items } = ((await request) ?? {}) as { items?: { isDone: boolean }[] }
    return items?.[0]?.isDone ?? true
  } catch (error) {
    const { status } = error as { status?: number }
    if (status === undefined || status >= 500) throw error
    return false
  }
}

const actionsTestedElsewhere = ['Cambiar el rol…', 'Aprobar…', 'Rechazar…', 'Pedir de nuevo…']

/** The names of the controls on the page: buttons, and boxes that choose a row for an action. */
function controlNames(): string[] {
  return [...screen.queryAllByRole('button'), ...screen.queryAllByRole('checkbox')].map(
    (each) => each.getAttribute('aria-label') ?? each.closest('label')?.textContent ?? each.textContent,
  )
}

/** Which of the actions a control offers. */
function shownOf({ actions }: Offers, names: readonly string[]): Record<string, boolean> {
  const isOf = (label: string) => (name: string) =>
    name === label || name.startsWith(`${label}:`) || name.startsWith(`${label} `)
  return Object.fromEntries(Object.keys(actions).map((label) => [label, names.some(isOf(label))]))
}

/** Each action is requested by another member of staff of this role, on a row of their own. */
async function acceptedOf(role: Staff['role'], build: OffersCase['build'], labels: readonly string[]) {
  const accepted = await Promise.all(
    labels.map(async (label) => {
      const { actions } = await build(await buildStaff(platform, role))
      return [label, await isAccepted(actions[label]?.() ?? Promise.reject(new Error(`no ${label} here`)))] as const
    }),
  )
  return Object.fromEntries(accepted)
}

async function openRow(staff: Staff, { build, isChosen, opens = [] }: OffersCase) {
  const offers = await build(staff)
  const user = await open(offers.path, { as: staff.userId })
  await screen.findAllByText(new RegExp(offers.name))
  await waitFor(() => expect(screen.queryByText(/^Cargando/)).toBeNull())
  if (offers.path.includes('centro=')) await screen.findByRole('heading', { level: 4, name: 'La cuenta que lo dirige' })
  if (isChosen) {
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^Elegir (a )?${offers.name}$`) }))
    await screen.findByText(/^1 .* elegid[ao]$/)
  }
  const names = controlNames()
  for (const name of opens) {
    await press(user, new RegExp(`^${name}`))
    await within(await screen.findByRole('dialog')).findAllByText(/Sin medidas|^Liquidación|^Comisión sin/)
    names.push(...controlNames())
  }
  return { offers, names, shown: shownOf(offers, names) }
}

describe.each([
  ['the page of an account', accountCases],
  ['the list of accounts', accountListCases],
  ['the history of an account', undoCases],
  ['the page of a centre', centerCases],
  ['the list of centres', centerListCases],
  ['Cumplimiento', documentCases],
  ['Moderación', reviewCases],
  ['Financiero', commissionCases],
] as const)('%s', (screenName, rows) => {
  test.each(forEachRole(rows))('offers a $role for $row exactly what the server accepts', async ({ role, ...row }) => {
    const staff = await buildStaff(platform, role)
    const { offers, names, shown } = await openRow(staff, row)
    if (screenName === 'the history of an account') {
      // The history has other actions, too, whose buttons are not about the first one.
      const [label = ''] = Object.keys(offers.actions)
      const first = [...document.querySelectorAll('ol > li')].at(-1)
      const isShown = within(first as HTMLElement).queryByRole('button', { name: label }) !== null
      expect(await acceptedOf(role, row.build, [label])).toEqual({ [label]: isShown })
      return
    }
    // An action opens a dialog, so its name ends in an ellipsis.
    const actions = names.filter((name) => name.endsWith('…') && !actionsTestedElsewhere.includes(name))
    expect(
      actions.filter((name) => !(name in offers.actions)),
      'an action that this test does not request',
    ).toEqual([])
    expect(await acceptedOf(role, row.build, Object.keys(offers.actions))).toEqual(shown)
  })
})

describe('the choice of a new role', () => {
  test.each(forEachRole(Object.keys(users).map((row) => ({ row }))))(
    'offers a $role for $row exactly the roles that the server accepts',
    async ({ role, row }) => {
      const buildUser = users[row]
      if (!buildUser) throw new Error('no such row')
      const staff = await buildStaff(platform, role)
      const userId = await buildUser(staff)
      const user = await open(`/admin/dashboard?persona=${userId}`, { as: staff.userId })
      await screen.findByRole('heading', { level: 4, name: 'Historial de medidas' })
      const button = screen.queryByRole('button', { name: 'Cambiar el rol…' })
      let shown: string[] = []
      if (button) {
        await user.click(button)
        const dialog = await screen.findByRole('dialog', { name: 'Cambiar el rol' })
        shown = within(dialog)
          .getAllByRole('option')
          .map(({ textContent }) => textContent)
      }
      const accepted = await Promise.all(
        roles.map(async (newRole) => {
          const other = await buildStaff(platform, role)
          const id = await buildUser(other)
          const request = other.client.users.setRole({
            targets: [{ id, lastActionId: null }],
            role: newRole,
            reason: 'Prueba de permisos.',
          })
          return (await isAccepted(request)) ? [roleNames[newRole]] : []
        }),
      )
      expect(shown).toEqual(accepted.flat())
    },
  )
})

test.each(staffRoles)('a %s finds no deleted account, and the server refuses every action on one', async (role) => {
  const staff = await buildStaff(platform, role)
  const userId = await buildDeletedUser(staff)
  await open(`/admin/dashboard?persona=${userId}`, { as: staff.userId })
  await screen.findByText('No se pudo cargar la cuenta')
  const targets = [{ id: userId, lastActionId: null }]
  const reason = 'Prueba de permisos.'
  for (const action of ['ban', 'activate'] as const) {
    expect(await isAccepted(staff.client.users[action]({ targets, reason }))).toBe(false)
  }
})
