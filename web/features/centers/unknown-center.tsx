import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** The page is for an unknown id and for a centre that is no longer public, and does not reveal which. */
export function UnknownCenter() {
  return (
    <Page className="py-12">
      <EmptyState
        drawing="signpost"
        heading="h1"
        title="No encontramos ese centro"
        action={
          <Anchor href="/centers" className={buttonClass()}>
            Buscar otros centros
          </Anchor>
        }
      >
        Puede que ya no esté publicado, o que el enlace esté incompleto.
      </EmptyState>
    </Page>
  )
}
