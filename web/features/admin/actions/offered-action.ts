import type { ReactNode } from 'react'
import { z } from 'zod'
import { settlementReference } from '#contract/commissions.ts'
import { type ActionOutcomes, actionReason } from '#contract/moderation.ts'
import { cleanDigits } from '#contract/pasted-text.ts'
import { type Role, roles } from '#contract/roles.ts'
import { suspensionDays } from '#contract/users.ts'
import type { ApiTools } from '#web/platform/api.ts'
import type { RowNoun } from './row-nouns.ts'

/** Everything that a dialog of an action can ask. Each action names what it asks. */
export const actionFields = z.object({
  days: z
    .string()
    .overwrite(cleanDigits)
    .transform((text) => (text === '' ? Number.NaN : Number(text)))
    .pipe(suspensionDays),
  role: z.enum(roles, { error: 'Elige un rol' }),
  /** The value of a date field: empty for a document that doesn't lapse. */
  expiryDate: z.union([z.literal(''), z.iso.date('No es una fecha válida')]),
  reference: settlementReference,
  reason: actionReason,
})
export type ActionValues = z.input<typeof actionFields>
export type ActionInput = z.output<typeof actionFields>
export type ActionField = keyof ActionValues

/** A row of a list of staff. */
export type ActionRow = { id: string }

type ActionNoun = 'users' | 'centerRecords' | 'commissions' | 'reports'
type ActionRoute = { [Noun in ActionNoun]: readonly [Noun, keyof ApiTools['api'][Noun] & string] }[ActionNoun]

/** An action of staff, as its list, its page and its dialog offer it. The functions receive the rows that the dialog is about. */
export type OfferedAction<Row extends ActionRow, Field extends ActionField = ActionField> = {
  /** On its buttons: «Suspender». */
  label: string
  allows: (row: Row) => boolean
  /** The main button of a page. */
  isMain?: boolean
  noun: RowNoun
  nameOf: (row: Row) => string
  title: (rows: readonly Row[]) => string
  description: (rows: readonly Row[]) => string | undefined
  /** Above the fields. It may depend on what is being typed. */
  note?: (rows: readonly Row[], values: ActionValues) => ReactNode
  asks: (rows: readonly Row[]) => readonly Field[]
  initial?: (rows: readonly Row[]) => Partial<ActionValues>
  /** Who reads the reason. */
  hint?: (rows: readonly Row[]) => string
  /** The roles that at least one of the rows may get. */
  rolesFor?: (rows: readonly Row[]) => readonly Role[]
  /** The rows that what was typed applies to: the accounts may allow different roles. */
  appliesTo?: (row: Row, values: ActionValues) => boolean
  initialFocus?: (rows: readonly Row[]) => ActionField | 'submit'
  submit: (rows: readonly Row[]) => string
  /** The title of the toast when every row was changed, and below it what it is about: by default the name of a single row. */
  done: (rows: readonly Row[]) => string
  doneAbout?: (rows: readonly Row[]) => string | undefined
  /** The title of the toast when the request failed: «Error al actualizar usuario». */
  failed: string
  send: (
    api: ApiTools['api'],
    input: { rows: readonly Row[]; targets: SeenTargets } & Pick<ActionInput, Field>,
  ) => Promise<ActionOutcomes>
  /** A refused row's name beside the reason of the refusal. */
  nameAfter?: (row: Row, outcomes: ActionOutcomes) => string
  /** The route that it calls. The contract says what that changes. */
  route: ActionRoute
}

export type SeenTargets = { id: string; lastActionId: string | null }[]
