import { brand } from '#contract/brand.ts'
import type { CenterProfile } from '#contract/centers.ts'
import type { CheckType } from '#contract/check-types.ts'
import { formatDate } from '#web/platform/formats.ts'
import ShieldCheck from '~icons/lucide/shield-check'

const documentNames: Record<CheckType, string> = {
  license: 'Habilitación',
  identity: 'Identidad',
  certification: 'Certificaciones',
  insurance: 'Seguro de responsabilidad civil',
}

/** The evidence for the badge: each document that staff approved, with its date. */
export function ProfileProof({ center }: { center: CenterProfile }) {
  const { verified, verifiedSince, approvedChecks } = center
  if (!verified) return null
  return (
    <div className="flex max-w-[41.5em] gap-3 rounded-card bg-action-soft px-4 py-3">
      <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-action" />
      <div>
        <p className="font-semibold">{`Verificado por ${brand.name}`}</p>
        {verifiedSince && <p>{`Aprobado desde el ${formatDate(verifiedSince)}.`}</p>}
        {approvedChecks.length > 0 && (
          <>
            <p className="mt-2">Documentos vigentes y fecha en que aprobamos cada uno:</p>
            <ul>
              {approvedChecks.map(({ type, checkedAt }) => (
                <li key={type}>{`${documentNames[type]}: ${formatDate(checkedAt)}`}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}
