/** Replies of centres to satisfied and to dissatisfied patients. {nombre} is the professional's first name. */
export const thanks = [
  '¡Gracias por contarlo! Le pasamos tus palabras a {nombre}.',
  'Nos alegra mucho leerlo. Te esperamos cuando nos necesites.',
  'Gracias por la confianza y por tomarte el tiempo de escribir.',
  'Qué lindo mensaje. {nombre} te manda un saludo.',
  'Gracias. Comentarios así nos animan a seguir mejorando.',
  'Un gusto acompañarte. ¡Hasta la próxima!',
  'Gracias por recomendarnos. Aquí estamos para lo que haga falta.',
] as const

export const apologies = [
  'Lamentamos que la experiencia no fuera la que esperabas. Escríbenos al correo del centro y lo conversamos.',
  'Gracias por decirlo con franqueza. Ya lo hablamos con el equipo para que no se repita.',
  'Tienes razón en señalarlo. Estamos cambiando cómo organizamos las horas.',
  'Sentimos lo que pasó. Nos gustaría saber más para poder corregirlo.',
] as const
