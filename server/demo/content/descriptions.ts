/**
 * Sentences of a centre's description. {barrio} is its neighbourhood or city with the article that Spanish requires,
 * {areas} the team's fields, {area} the first of them.
 */
export const teamOpenings = [
  'Somos un equipo de {areas} en {barrio}.',
  'En {barrio} reunimos {areas} bajo un mismo techo.',
  'Atendemos en {barrio} desde hace más de diez años, en {areas}.',
  'Un lugar tranquilo en {barrio} para consultas de {areas}.',
  'Nacimos como un consultorio chico de {area} y hoy somos un equipo que trabaja en {areas}.',
  'Un centro de barrio, en {barrio}, con profesionales de {areas}.',
] as const

export const singleAreaOpenings = [
  'Somos un equipo de {area} en {barrio}.',
  'Un centro de barrio, en {barrio}, dedicado por entero a {area}.',
  'Nacimos como un consultorio chico de {area} y hoy somos un equipo completo en {barrio}.',
] as const

export const soloOpenings = [
  'Consultorio particular de {area} en {barrio}.',
  'Atención personalizada en {area}, en {barrio} y siempre con la misma persona.',
  'Consultorio de {area} en {barrio}, con tiempo para cada persona.',
] as const

export const middles = [
  'La primera consulta es para escucharte y armar un plan que puedas sostener.',
  'Trabajamos con objetivos claros, plazos realistas y un registro de cada avance.',
  'Nos importa que entiendas qué te pasa y qué vamos a hacer al respecto.',
  'Recibimos a personas de todas las edades, con cita y sin largas esperas.',
  'Cada caso se conversa con la médica o el médico tratante cuando hace falta.',
  'Te decimos desde el principio cuánto puede durar el tratamiento y cuánto cuesta.',
  'Cuidamos los detalles: puntualidad, privacidad y un trato cálido.',
] as const

export const teamMiddles = [
  'Como el equipo comparte el lugar, pasar de un profesional a otro no obliga a empezar de cero.',
  'Nos reunimos todas las semanas para pensar juntos los tratamientos.',
  'Si hace falta más de una mirada, la tenemos en la puerta de al lado.',
] as const

export const endings = [
  'El acceso es a nivel de calle, con baño adaptado.',
  'Hay dónde dejar la bicicleta y pasan varios ómnibus por la puerta.',
  'Emitimos factura y constancia para tu mutualista.',
  'El consultorio tiene sala de espera con luz natural y agua fresca.',
  'Se puede pagar en efectivo, con débito o por transferencia.',
  'Estamos en planta baja y tenemos estacionamiento cerca.',
  'Puedes venir con acompañante si te da más tranquilidad.',
] as const

/** Places whose name needs an article: «en el Prado», «en la Unión». */
export const articles = new Map([
  ['aguada', 'la'],
  ['barrio-sur', 'el'],
  ['buceo', 'el'],
  ['centro', 'el'],
  ['cerro', 'el'],
  ['cordon', 'el'],
  ['prado', 'el'],
  ['union', 'la'],
])
