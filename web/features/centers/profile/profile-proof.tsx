import ShieldCheck from 'lucide-react/icons/shield-check'

import { brand } from '#contract/brand.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { formatDate } from '#web/platform/formats.ts'

/** What staff checked and since when. Therapies without a licence have identity and certification checked. */
export function ProfileProof({ center }: { center: CenterProfile }) {
  const { verified, verifiedSince, services, unregulatedServices } = center
  if (!verified) return null
  const licensed = services.some((slug) => !unregulatedServices.includes(slug))
  return (
    <div className="flex max-w-[65ch] gap-3 rounded-card bg-action-soft px-4 py-3">
      <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-action" />
      <div>
        <p className="font-semibold">{`Verificado por ${brand.name}`}</p>
        <p>
          {licensed
            ? 'Revisamos su habilitación, su seguro y sus certificaciones.'
            : 'Revisamos su identidad y sus certificaciones.'}
          {verifiedSince && ` Aprobado desde el ${formatDate(verifiedSince)}.`}
        </p>
      </div>
    </div>
  )
}
