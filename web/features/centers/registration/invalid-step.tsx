import { buttonClass } from '#web/ui/button-class.ts'
import { PathEmpty } from '#web/ui/path-empty.tsx'

import type { RegisterCenterPath } from './register-center-page.ts'

/** The address names a step that does not exist. */
export function InvalidStep({ path }: { path: RegisterCenterPath }) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-6 text-center">
      <PathEmpty className="w-40" />
      <h2>Error: Paso inválido</h2>
      <p className="text-ink-soft">Por favor recarga la página</p>
      {/* A full load without the step, because a reload would open the same address. */}
      <a href={path} className={buttonClass({ className: 'mt-2' })}>
        Recargar la página
      </a>
    </div>
  )
}
