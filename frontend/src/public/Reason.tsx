/** The error of a form that no field shows. */
export const Reason = ({ text }: { text?: string }) =>
  text ? (
    <p className="field-error" role="alert">
      {text}
    </p>
  ) : null;
