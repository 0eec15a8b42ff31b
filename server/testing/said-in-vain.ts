/** Words with which people surround what they look for: whom it is for, courtesy, verbs, time and connectors. */
export const emptyWords: readonly string[] =
  `hola gracias porfa disculpen saludos necesito quiero busco buscamos preciso tengo
tiene ando estoy alguien recomiendan recomienden conocen saben atienden mama papa abuela abuelo vieja viejo hermano hermana tia
suegra marido esposa señora amiga vecina jefe urgente ahora ya siempre todavía últimamente ayer semana mes año rato primera muy
mucho bastante también además porque pero cuando quien donde algo nada`.split(/\s+/)

/** Short words that are of no need, place or name of the demonstration, though longer names have their letters. */
export const shortWords: readonly string[] =
  `iva dgi irpf cfe rut cuit pib oca abc xyz zoo oro sal pan queso mate ajo arroz sopa
gato perro pez vaca oso lobo mono rana pato ave ala luna nube agua fuego aire lago isla roca arena nieve auto moto bici bus tren
avión barco rueda llave mesa sillón cama sofá vaso plato taza olla horno radio tele disco foto cine obra arte libro hoja tinta
cinta papel goma regla aula tiza nota examen beca banco caja cheque bono ley juez voto gol copa red bate pala pico hilo tela lana
seda botón dado naipe globo clavo cable`.split(/\s+/)
