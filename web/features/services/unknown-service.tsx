import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

export function UnknownService() {
  return (
    <Page className="py-12">
      <EmptyState
        drawing="signpost"
        heading="h1"
        title="Servicio no encontrado"
        action={
          <Anchor href="/services" className={buttonClass()}>
            Volver a los servicios
          </Anchor>
        }
      >
        Puede que el enlace esté incompleto. Mira los trece servicios y elige el tuyo.
      </EmptyState>
    </Page>
  )
}
