import simpleRest from 'ra-data-simple-rest';
import { send } from '../api';

/** Lists and records. Every other call is a function in the calls.ts of its screen. */
export const dataProvider = simpleRest('/api', send);
