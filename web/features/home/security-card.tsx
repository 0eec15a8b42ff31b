import CircleCheck from 'lucide-react/icons/circle-check'

import { claims } from '#contract/claims.ts'
import { Page } from '#web/ui/page.tsx'

const { ssl, protectedData, gdpr, uruguayanLaw, serversInUruguay } = claims
const shown = [ssl, protectedData, gdpr, uruguayanLaw, serversInUruguay].filter((claim) => claim.shown)

/** Lists only the protections that the operator has switched on; hidden when there are none. */
export function SecurityCard() {
  if (shown.length === 0) return null
  return (
    <Page className="pb-14 lg:pb-20">
      <section
        aria-labelledby="security"
        className="grid gap-x-14 gap-y-6 rounded-card bg-action-soft p-6 sm:p-10 lg:grid-cols-[1fr_1.3fr]"
      >
        <div>
          <h2 id="security" className="text-2xl">
            Lo tuyo queda contigo
          </h2>
          <p className="mt-3 max-w-[28em]">
            Tus datos viajan cifrados y tu contraseña se guarda de forma que nadie puede leerla. Ningún otro centro ni
            otro paciente ve tus reservas.
          </p>
        </div>
        <ul className="grid content-center gap-x-8 gap-y-3 sm:grid-cols-2">
          {shown.map((claim) => (
            <li key={claim.text} className="flex gap-2.5 font-medium">
              <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-action" />
              {claim.text}
            </li>
          ))}
        </ul>
      </section>
    </Page>
  )
}
