import type { CheckType } from '#contract/check-types.ts'
import { readPublication } from '#server/features/centers/usecases/read-publication.ts'
import { addDocument, addFirstChecks, requirePdf } from '#server/features/compliance/usecases/store-document.ts'
import { newId } from '#server/platform/ids.ts'
import type { PlannedCenter } from './centers.plan.ts'
import type { Days } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'
import { randomFor } from './random.ts'
import { samplePdf } from './sample-pdf.ts'

const titles: Record<CheckType, string> = {
  license: 'Habilitación del Ministerio de Salud Pública',
  identity: 'Documento de identidad',
  insurance: 'Seguro de responsabilidad civil',
  certification: 'Certificación profesional',
}

/**
 * The documents of a centre with their expiry dates, some of them within the month. `hasFiles`: staff and owner can open the
 * files as well.
 */
export async function createDocuments(
  platform: DemoPlatform,
  { plan, centerId, days, hasFiles }: { plan: PlannedCenter; centerId: string; days: Days; hasFiles: boolean },
): Promise<void> {
  const { draft } = plan
  const now = plan.createdAt
  await platform.db
    .transaction()
    .execute((tx) => addFirstChecks(tx, { centerId, userId: centerId, certification: undefined, now }))
  const { documents } = await readPublication(platform.db, { centerId, now })
  if (hasFiles) for (const { type } of documents) await upload(platform, { type, centerId, centerName: plan.name, now })
  if (draft.isPending) return
  const random = randomFor(`documents of ${draft.address}`)
  for (const { type, need } of documents) {
    const lapsesSoon = hasFiles ? type === 'insurance' : random.chance(0.1)
    const offset = lapsesSoon ? random.between(5, 28) : random.between(60, 700)
    // A centre without the badge has only the documents that its approval requires.
    if (draft.isUnverified && need !== 'required') continue
    await approve(platform, { centerId, type, expiryDate: days.day(offset), checkedAt: plan.approvedAt })
  }
}

async function upload(
  platform: DemoPlatform,
  input: { type: CheckType; centerId: string; centerName: string; now: Date },
): Promise<void> {
  const title = titles[input.type]
  const content = samplePdf([title, input.centerName, 'Documento de muestra, sin ningún valor.'])
  const document = await requirePdf({ file: new File([content], `${title}.pdf`), field: 'file' })
  await platform.files.write(document.file)
  await platform.db
    .transaction()
    .execute((tx) => addDocument(tx, { ...input, userId: input.centerId, expiryDate: null, document }))
}

/** Approves as staff do; no screen for it exists yet. */
async function approve(
  { db }: DemoPlatform,
  { expiryDate, checkedAt, centerId, type }: { centerId: string; type: CheckType; expiryDate: string; checkedAt: Date },
): Promise<void> {
  const approved = { status: 'approved', expiry_date: expiryDate, checked_at: checkedAt }
  const { numUpdatedRows } = await db
    .updateTable('compliance_checks')
    .set(approved)
    .where('center_id', '=', centerId)
    .where('check_type', '=', type)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const row = { id: newId(), center_id: centerId, check_type: type, created_at: checkedAt }
  await db
    .insertInto('compliance_checks')
    .values({ ...row, ...approved })
    .execute()
}
