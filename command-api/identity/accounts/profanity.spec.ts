import { expect, test } from 'vitest';
import { isProfane } from './profanity.ts';

test.each(
  (
    'fuck FuCkYou xxfuckxx sh1t bullshit asshole assh0le b1tch cunt c0ck dickhead nigger slut faggot penis vagina ' +
    'pussy tits rapist cumming wank twat bastard motherfucker nazi hitler88 puta puta69 hijodeputa mierda cabron ' +
    'pendejo gilipollas maricon JODER fuuuck anal analsex'
  ).split(' '),
)('%s is profane', username => expect(isProfane(username)).toBe(true));

test.each(
  (
    'Dickens Dickinson Dick MobyDick Scunthorpe Cassandra Hitchcock Peacock Hancock Bassett therapist Cumberland ' +
    'Essex Sussex Middlesex Titania Nigel Nigeria Annalise Analia Penistone Arsenal Fukuda Fukushima Harshit ' +
    'Takeshita Cockburn Fagin Slutsky Semenova Putnam Putin computadora Reputacion Cabronero Vergara Maricarmen ' +
    'Concha Conchita Kike VanDyke Hooker Uranus Janus Manus classic passion grape document cucumber Raccoon ' +
    'Michelle Platero1881 Quijote Sancho Dulcinea Cervantes reader1 Nazir Assad Hassan Cassidy pussycat Montenegro ' +
    'AnaLopez analuz88 Analara Juan69 Cummings Saturday Spickard Nude1'
  ).split(' '),
)('%s is a name', username => expect(isProfane(username)).toBe(false));
