import { sql } from 'kysely'
import { actionNames } from '#contract/action-names.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export const actions = dataExportPart({
  name: 'measures',
  title: 'Medidas de nuestro equipo sobre la cuenta',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    actionType: { label: 'Medida', as: actionNames },
    reason: { label: 'Motivo' },
    id: { label: 'Identificador' },
  },
  read: listActionsOfUser,
})

export const centerActions = dataExportPart({
  name: 'centerMeasures',
  title: 'Medidas de nuestro equipo sobre tu centro',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    targetType: { label: 'Sobre', as: { center: 'El centro', document: 'Un documento', commission: 'Las comisiones' } },
    actionType: { label: 'Medida', as: actionNames },
    reason: { label: 'Motivo' },
    id: { label: 'Identificador' },
  },
  read: listActionsOfOwner,
})

/** The actions on the user's account, oldest first. */
async function listActionsOfUser(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('moderation_actions')
    .where('target_type', '=', sql.lit('user'))
    .where('target_id', '=', userId)
    .orderBy('sequence')
    .select(['id', 'action_type as actionType', 'reason', 'created_at as createdAt'])
    .execute()
}

/** The actions on the user's own centre, its documents and its commissions, oldest first. */
async function listActionsOfOwner(db: Db | Tx, { userId }: { userId: string }) {
  const { rows } = await sql<{
    id: string
    targetType: string
    actionType: string
    reason: string
    createdAt: Date
  }>`
    select action.id, action.target_type as "targetType", action.action_type as "actionType", action.reason,
      action.created_at as "createdAt"
    from (
      select 'center' as type, ${userId}::uuid as id
      union all select 'commission', ${userId}::uuid
      union all select 'document', id from compliance_checks where center_id = ${userId}::uuid
      union all select 'commission', id from commissions where center_id = ${userId}::uuid
      union all select 'commission', id from commission_settlements where center_id = ${userId}::uuid
    ) as target
    join moderation_actions action on action.target_type = target.type and action.target_id = target.id
    order by action.sequence`.execute(db)
  return rows
}
