import { Link } from '@tanstack/react-router'

import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { Path404 } from '#web/ui/path-404.tsx'

export function NotFoundPage() {
  return (
    <Page className="grid justify-items-center py-12 text-center sm:py-20">
      <Path404 />
      <h1 className="mt-6">Página no encontrada</h1>
      <p className="mt-3 max-w-[29.5em] text-ink-soft">
        El camino se corta aquí. Puede que el enlace sea viejo o que la dirección tenga un error.
      </p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Link to="/" className={buttonClass()}>
          Volver al inicio
        </Link>
        <Link to="/centers" className={buttonClass({ variant: 'secondary' })}>
          Buscar un centro
        </Link>
      </div>
    </Page>
  )
}
