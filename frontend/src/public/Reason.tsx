/** Why a form was not taken, where no field of it says so. */
export const Reason = ({ text }: { text?: string }) =>
  text ? (
    <p className="field-error" role="alert">
      {text}
    </p>
  ) : null;
