import type { CheckType } from '#contract/check-types.ts'
import { readPublication } from '#server/features/centers/usecases/read-publication.ts'
import { addDocument, addFirstChecks, requireDocument } from '#server/features/centers/usecases/store-document.ts'
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
 * The documents of a centre with their files and expiry dates, some of them within the month. `isDemoOwners`: its insurance always
 * lapses soon.
 */
export async function createDocuments(
  platform: DemoPlatform,
  { plan, centerId, days, isDemoOwners }: { plan: PlannedCenter; centerId: string; days: Days; isDemoOwners: boolean },
): Promise<void> {
  const { draft } = plan
  const now = plan.createdAt
  await platform.db
    .transaction()
    .execute((tx) => addFirstChecks(tx, { centerId, userId: centerId, certification: undefined, now }))
  const { documents } = await readPublication(platform.db, { centerId, now })
  const { isPending = false } = draft
  // Staff find the documents of a new registration in their queue.
  for (const { type } of documents) await upload(platform, { type, centerId, centerName: plan.name, now })
  if (isPending) return
  const random = randomFor(`documents of ${draft.address}`)
  const renewals = randomFor(`renewals of ${draft.address}`)
  for (const { type, need } of documents) {
    const lapsesSoon = isDemoOwners ? type === 'insurance' : random.chance(0.1)
    const offset = lapsesSoon ? random.between(5, 28) : random.between(60, 700)
    const review = { centerId, type, expiryDate: days.day(offset), checkedAt: plan.approvedAt }
    // A rejected document denies an approved centre the badge.
    if (draft.isUnverified && need !== 'required') {
      const rejection = { status: 'rejected', notes: 'No se lee la fecha de vencimiento.', expiryDate: null } as const
      await setReview(platform, { ...review, ...rejection })
      continue
    }
    await setReview(platform, { ...review, status: 'approved', notes: '' })
    if (lapsesSoon && !isDemoOwners && renewals.chance(0.5)) {
      await upload(platform, {
        type,
        centerId,
        centerName: plan.name,
        now: days.at(-renewals.between(1, 6), renewals.between(9, 18) * 60),
      })
    }
  }
}

async function upload(
  platform: DemoPlatform,
  input: { type: CheckType; centerId: string; centerName: string; now: Date },
): Promise<void> {
  const title = titles[input.type]
  const content = samplePdf([title, input.centerName, 'Documento de muestra, sin ningún valor.'])
  const uploaded = new File([content], `${title}.pdf`)
  const document = await requireDocument({
    uploaded,
    field: 'file',
    sender: 'demo',
    network: undefined,
    now: input.now,
  })
  await platform.files.write(document.file)
  await platform.db
    .transaction()
    .execute((tx) => addDocument(tx, { ...input, userId: input.centerId, expiryDate: null, document }))
}

type Review = {
  centerId: string
  type: CheckType
  status: 'approved' | 'rejected'
  notes: string
  expiryDate: string | null
  checkedAt: Date
}

async function setReview({ db }: DemoPlatform, { centerId, type, ...review }: Review): Promise<void> {
  const { status, notes, expiryDate, checkedAt } = review
  const reviewed = { status, notes, expiry_date: expiryDate, checked_at: checkedAt }
  const { numUpdatedRows } = await db
    .updateTable('compliance_checks')
    .set(reviewed)
    .where('center_id', '=', centerId)
    .where('check_type', '=', type)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const row = { id: newId(), center_id: centerId, check_type: type, created_at: checkedAt }
  await db
    .insertInto('compliance_checks')
    .values({ ...row, ...reviewed })
    .execute()
}
