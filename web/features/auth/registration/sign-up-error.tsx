import { Link } from '@tanstack/react-router'

import { FormError } from '#web/ui/form-error.tsx'

export function SignUpError({
  failure,
  next,
}: {
  failure: { message: string; taken: boolean } | undefined
  next?: string
}) {
  return (
    <FormError
      error={
        failure && (
          <>
            {failure.message}
            {failure.taken && (
              <>
                {' '}
                <Link to="/login" search={{ next }} className="underline underline-offset-4">
                  Iniciar sesión
                </Link>
              </>
            )}
          </>
        )
      }
    />
  )
}
