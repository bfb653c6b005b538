"""The frozen, closed value that every other value of the model is built on."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """A value that never changes and takes no field it does not know: an edited value is a new value."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_bytes="base64", val_json_bytes="base64")
