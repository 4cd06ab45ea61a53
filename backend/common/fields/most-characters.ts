import { ValidateBy } from 'class-validator';
import { charactersIn } from '../characters';

/** The property has at most so many characters. The library's `MaxLength` does not count variation selectors. */
export const MostCharacters = (most: number, message: string): PropertyDecorator =>
  ValidateBy({
    name: 'mostCharacters',
    validator: {
      // A character has at most two units: what is far too long is not counted through.
      validate: (value) =>
        typeof value === 'string' && value.length <= 2 * most && charactersIn(value) <= most,
      defaultMessage: () => message,
    },
  });
